import { Hit, ResultStage } from "../../common/checker/result-parts";
import { Disclosure } from "../../common/fairness/Disclosure";
import * as texts from "../texts/check.en";
import { PlayingCard } from "./PlayingCard";
import type { BlackjackProof } from "./prove";

/** Both hands, and the deck they came from. */
export function BlackjackResult({ proof }: { proof: BlackjackProof }) {
  const { outcome, insurance } = proof;
  return (
    <ResultStage className="items-stretch gap-4">
      <Hand
        name={texts.dealer}
        label={texts.dealerCards}
        cards={proof.dealer}
        total={proof.dealer_total}
      />
      <Hand
        name={texts.player}
        label={texts.playerCards}
        cards={proof.player}
        total={proof.player_total}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Hit won={outcome === "blackjack" || outcome === "win" || outcome === "push"}>
          {outcome === null ? texts.waiting : texts.outcomes[outcome]}
        </Hit>
        {insurance > 0 && (
          <span className="text-sm text-muted">
            {texts.insurance(insurance, proof.insurance_return)}
          </span>
        )}
      </div>
      <Disclosure title={texts.deck}>
        <ol className="mt-1 flex flex-wrap gap-1">
          {proof.deck.map((card) => (
            <li key={card}>
              <PlayingCard card={card} isSmall />
            </li>
          ))}
        </ol>
      </Disclosure>
    </ResultStage>
  );
}

type HandProps = { name: string; label: string; cards: readonly string[]; total: number };

function Hand({ name, label, cards, total }: HandProps) {
  return (
    <div>
      <p className="flex items-baseline justify-between text-sm text-muted">
        <span>{name}</span>
        <span className="text-base font-semibold text-text">{total}</span>
      </p>
      <ol aria-label={label} className="mt-1.5 flex flex-wrap gap-1.5">
        {cards.map((card) => (
          <li key={card}>
            <PlayingCard card={card} />
          </li>
        ))}
      </ol>
    </div>
  );
}
