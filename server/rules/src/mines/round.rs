//! A round of mines, step by step.

use serde::Serialize;

use super::table::PPM;
use super::{Action, Bet, TILES, Table};
use crate::expected_return::ExpectedReturn;
use crate::fairness::DrawSource;
use crate::{Hundredths, Points, Refusal};

/// A set of tiles, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tiles(u32);

impl Tiles {
    fn contains(self, tile: u8) -> bool {
        tile < TILES && self.0 >> tile & 1 == 1
    }

    fn insert(&mut self, tile: u8) {
        self.0 |= 1 << tile;
    }

    /// The tiles in rising order.
    fn list(self) -> Vec<u8> {
        (0..TILES).filter(|tile| self.contains(*tile)).collect()
    }
}

/// Where a round stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = MinesStatus))]
pub enum Status {
    /// The member may reveal or cash out.
    Open,
    /// A mine was hit, laid or turned.
    Lost,
    /// The multiplier was taken.
    CashedOut,
    /// Every gem was found.
    Cleared,
    /// Left open for too long without a gem: the bet went back.
    Refunded,
}

/// A round with its hidden layout and the draws that it may still need.
///
/// The server stores the bet and the actions; this is computed again from them and the seed
/// ([`Round::resume`]) and holds nothing that does not follow from them.
#[derive(Clone, Debug)]
pub struct Round<D> {
    bet: Bet,
    draws: D,
    layout: Tiles,
    steps: Vec<Step>,
    revealed: Tiles,
    gems: u8,
    turned: Option<u8>,
    status: Status,
}

/// What an action led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = MinesStep))]
pub struct Step {
    /// The action.
    pub action: Action,
    /// Where the round stood after it.
    pub status: Status,
    /// Gems found so far.
    pub gems: u8,
    /// The multiplier reached so far; after a loss, the one that was lost.
    pub multiplier: Hundredths,
}

/// What a member may see of an open round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = MinesView))]
pub struct View {
    /// Where the round stands.
    pub status: Status,
    /// The actions so far.
    pub steps: Vec<Step>,
    /// The multiplier that cashing out would take; 1.00 before the first gem.
    pub multiplier: Hundredths,
    /// The multiplier after one more gem; none when the board is cleared.
    pub next_multiplier: Option<Hundredths>,
    /// The true chance to survive one more pick, with six decimals: `"0.880000"`.
    pub next_survival: Option<String>,
    /// Whether more picks can only lose.
    pub at_cap: bool,
}

/// A whole round. As JSON it is the `expect` object of the test vectors, without `draws`. It
/// shows the layout: of an open round it is for the verifier only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = MinesOutcome))]
pub struct Outcome {
    /// The mines as they were laid, in rising order.
    pub mines: Vec<u8>,
    /// The tile that the turn rule made a mine.
    pub turned: Option<u8>,
    /// Where the round stands.
    pub status: Status,
    /// The actions.
    pub steps: Vec<Step>,
    /// The multiplier paid; 0.00 on a loss and while the round is open.
    pub multiplier: Hundredths,
    /// Everything handed back, stake included.
    pub payout: Points,
}

impl<D: DrawSource> Round<D> {
    /// Lays the mines.
    pub fn start(mut draws: D, bet: Bet) -> Self {
        let mut tiles: Vec<u8> = (0..TILES).collect();
        let mines = usize::from(bet.mines);
        draws.shuffle_front(&mut tiles, mines);
        let mut layout = Tiles::default();
        tiles.into_iter().take(mines).for_each(|tile| layout.insert(tile));
        Self {
            bet,
            draws,
            layout,
            steps: Vec::new(),
            revealed: Tiles::default(),
            gems: 0,
            turned: None,
            status: Status::Open,
        }
    }

    /// Starts a round again and repeats its actions.
    pub fn resume(
        draws: D,
        table: &Table,
        bet: Bet,
        actions: impl IntoIterator<Item = Action>,
    ) -> Result<Self, Refusal> {
        let mut round = Self::start(draws, bet);
        actions.into_iter().try_for_each(|action| round.act(table, action).map(drop))?;
        Ok(round)
    }

    /// Does one action. A refused action changes nothing and draws nothing.
    pub fn act(&mut self, table: &Table, action: Action) -> Result<Step, Refusal> {
        if self.status != Status::Open {
            return Err(Refusal::RoundOver);
        }
        self.status = match action {
            Action::Reveal(tile) if tile >= TILES => return Err(Refusal::BadTile),
            Action::Reveal(tile) if self.revealed.contains(tile) => return Err(Refusal::TileTaken),
            Action::Reveal(tile) => self.reveal(table, tile),
            Action::CashOut if self.gems == 0 => return Err(Refusal::NothingToCashOut),
            Action::Settle if self.gems == 0 => Status::Refunded,
            Action::CashOut | Action::Settle => Status::CashedOut,
        };
        let multiplier = table.multiplier(self.bet.mines, self.gems);
        let step = Step { action, status: self.status, gems: self.gems, multiplier };
        self.steps.push(step);
        Ok(step)
    }

    fn reveal(&mut self, table: &Table, tile: u8) -> Status {
        self.revealed.insert(tile);
        if self.layout.contains(tile) {
            return Status::Lost;
        }
        // With the rule off nothing is drawn, so that its rounds match a site without it.
        if table.turn_max_ppm > 0 {
            let turn = table.turn_ppm(self.bet.mines, self.gems);
            if self.draws.below(PPM) < turn {
                self.turned = Some(tile);
                return Status::Lost;
            }
        }
        self.gems += 1;
        if self.gems == TILES - self.bet.mines {
            Status::Cleared
        } else if table.auto_cashout_at_cap && self.at_cap(table) {
            Status::CashedOut
        } else {
            Status::Open
        }
    }
}

impl<D> Round<D> {
    /// The bet.
    pub const fn bet(&self) -> &Bet {
        &self.bet
    }

    /// Where the round stands.
    pub const fn status(&self) -> Status {
        self.status
    }

    /// The source of the draws, which holds their record.
    pub const fn draws(&self) -> &D {
        &self.draws
    }

    /// The multiplier paid: 0.00 on a loss and while the round is open.
    pub fn multiplier(&self, table: &Table) -> Hundredths {
        match self.status {
            Status::Open | Status::Lost => Hundredths::default(),
            Status::CashedOut | Status::Cleared | Status::Refunded => {
                table.multiplier(self.bet.mines, self.gems)
            }
        }
    }

    /// Everything handed back, stake included.
    pub fn payout(&self, table: &Table) -> Points {
        self.bet.bet.times(self.multiplier(table))
    }

    /// What a member may see while the round is open.
    pub fn view(&self, table: &Table) -> View {
        let (mines, gems) = (self.bet.mines, self.gems);
        let open = self.status == Status::Open;
        View {
            status: self.status,
            steps: self.steps.clone(),
            multiplier: table.multiplier(mines, gems),
            next_multiplier: open.then(|| table.multiplier(mines, gems + 1)),
            next_survival: open.then(|| self.next_survival(table).to_decimal(6)),
            at_cap: self.at_cap(table),
        }
    }

    /// The whole round, layout included.
    pub fn outcome(&self, table: &Table) -> Outcome {
        Outcome {
            mines: self.layout.list(),
            turned: self.turned,
            status: self.status,
            steps: self.steps.clone(),
            multiplier: self.multiplier(table),
            payout: self.payout(table),
        }
    }

    fn at_cap(&self, table: &Table) -> bool {
        self.gems > 0 && table.multiplier(self.bet.mines, self.gems) >= table.cap(self.bet.mines)
    }

    /// `(25-m-g) / (25-g) * (1 - turn)`.
    fn next_survival(&self, table: &Table) -> ExpectedReturn {
        let safe = u128::from(TILES - self.bet.mines - self.gems);
        let hidden = u128::from(TILES - self.gems);
        let turn = table.turn_ppm(self.bet.mines, self.gems).min(PPM);
        ExpectedReturn::fraction(safe * u128::from(PPM - turn), hidden * u128::from(PPM))
    }
}
