import { betOf, type Play, Refusal, type Seeds } from "../../common/checker/inputs";
import { type Draw, pick, recordDraws } from "../../common/fair-draw";
import type { BlackjackTable } from "../published-table";
import { cardName, handTotal, isAce, isNatural, isTen } from "./cards";

const actions = ["insure", "decline", "hit", "stand", "double"] as const;
type Action = (typeof actions)[number];
type Phase = "insurance" | "play" | "done";
export type BlackjackOutcome = "blackjack" | "dealer_blackjack" | "win" | "push" | "lose" | "bust";
type BlackjackStep = {
  action: Action | "deal";
  phase: Phase;
  player: string[];
  total: number;
};

export type BlackjackProof = {
  draws: Draw[];
  deck: string[];
  steps: BlackjackStep[];
  phase: Phase;
  player: string[];
  dealer: string[];
  player_total: number;
  dealer_total: number;
  outcome: BlackjackOutcome | null;
  staked: number;
  insurance: number;
  insurance_return: number;
  main_return: number;
  payout: number;
};

type Hands = {
  /** What is left of the deck, front first. */
  rest: string[];
  player: string[];
  dealer: string[];
  bet: number;
  doubled: boolean;
  insurance: number;
  phase: Phase;
  outcome: BlackjackOutcome | null;
};

/** A round of blackjack with everything that was done in it (docs/games.md, section 7). */
export async function proveBlackjack(
  seeds: Seeds,
  play: Play,
  table: BlackjackTable,
): Promise<BlackjackProof> {
  const bet = betOf(play.params, table);
  const draws = recordDraws(seeds.serverSeed, seeds.clientSeed, seeds.nonce);
  const deck = (await pick(draws, 52, 52)).map(cardName);
  const hands = deal(deck, bet);
  const steps = [stepOf("deal", hands)];
  for (const given of play.actions) {
    const action = actions.find((name) => name === given);
    if (action === undefined) throw new Refusal("bad_action");
    act(hands, action);
    steps.push(stepOf(action, hands));
  }
  return { draws: draws.log, deck, steps, ...settled(hands) };
}

function deal(deck: readonly string[], bet: number): Hands {
  const [first, up, second, hole, ...rest] = deck;
  if (first === undefined || up === undefined || second === undefined || hole === undefined)
    throw new RangeError("A deck has 52 cards.");
  const hands: Hands = {
    rest,
    player: [first, second],
    dealer: [up, hole],
    bet,
    doubled: false,
    insurance: 0,
    phase: "play",
    outcome: null,
  };
  if (isNatural(hands.player)) end(hands, isNatural(hands.dealer) ? "push" : "blackjack");
  else if (isAce(up) && bet >= 2) hands.phase = "insurance";
  else peek(hands);
  return hands;
}

/** The dealer looks at the hole card under an ace or a ten; a natural ends the round. */
function peek(hands: Hands): void {
  hands.phase = "play";
  const [up] = hands.dealer;
  if ((isAce(up) || isTen(up)) && isNatural(hands.dealer)) end(hands, "dealer_blackjack");
}

function act(hands: Hands, action: Action): void {
  if (hands.phase === "done") throw new Refusal("round_over");
  const isAnswer = action === "insure" || action === "decline";
  if (hands.phase === "insurance") {
    if (!isAnswer) throw new Refusal("insurance_pending");
    if (action === "insure") hands.insurance = Math.floor(hands.bet / 2);
    peek(hands);
    return;
  }
  if (isAnswer) throw new Refusal("bad_action");
  if (action === "double") {
    if (hands.player.length !== 2) throw new Refusal("double_not_allowed");
    hands.doubled = true;
  }
  if (action !== "stand") hands.player.push(nextCard(hands));
  const total = handTotal(hands.player);
  if (total > 21) end(hands, "bust");
  else if (action !== "hit" || total === 21) finish(hands);
}

/** The dealer draws on 16 or less and stands on every 17; then the totals are compared. */
function finish(hands: Hands): void {
  while (handTotal(hands.dealer) <= 16) hands.dealer.push(nextCard(hands));
  const [own, other] = [handTotal(hands.player), handTotal(hands.dealer)];
  end(hands, other > 21 || own > other ? "win" : own === other ? "push" : "lose");
}

function end(hands: Hands, outcome: BlackjackOutcome): void {
  hands.phase = "done";
  hands.outcome = outcome;
}

function nextCard(hands: Hands): string {
  const card = hands.rest.shift();
  if (card === undefined) throw new RangeError("The deck is used up.");
  return card;
}

function stepOf(action: Action | "deal", { phase, player }: Hands): BlackjackStep {
  return { action, phase, player: [...player], total: handTotal(player) };
}

function settled(hands: Hands): Omit<BlackjackProof, "draws" | "deck" | "steps"> {
  const { phase, player, dealer, outcome, insurance } = hands;
  const stake = hands.doubled ? 2 * hands.bet : hands.bet;
  const insuranceReturn = phase === "done" && isNatural(dealer) ? 3 * insurance : 0;
  const mainReturn = mainReturnOf(outcome, stake);
  return {
    phase,
    player,
    dealer,
    player_total: handTotal(player),
    dealer_total: handTotal(dealer),
    outcome,
    staked: stake + insurance,
    insurance,
    insurance_return: insuranceReturn,
    main_return: mainReturn,
    payout: mainReturn + insuranceReturn,
  };
}

function mainReturnOf(outcome: BlackjackOutcome | null, stake: number): number {
  switch (outcome) {
    case "blackjack":
      return Math.floor((5 * stake) / 2);
    case "win":
      return 2 * stake;
    case "push":
      return stake;
    case "dealer_blackjack":
    case "lose":
    case "bust":
    case null:
      return 0;
  }
}
