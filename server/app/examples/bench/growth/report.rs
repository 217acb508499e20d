//! The tables.

use super::Measured;
use super::calls::Caller;
use super::measuring::Figures;

/// Wanted: no call grows more, unless its answer does.
const GROWTH_MAX: f64 = 1.3;
/// The heaviest calls of the panel, and the most expensive ones by byte.
const PANEL: usize = 10;
const BY_BYTE: usize = 5;

struct Row<'a> {
    caller: Caller,
    name: &'a str,
    figures: Vec<&'a Figures>,
}

impl Row<'_> {
    fn first(&self) -> &Figures {
        self.figures[0]
    }

    fn last(&self) -> &Figures {
        self.figures[self.figures.len() - 1]
    }

    fn growth(&self) -> f64 {
        self.last().micros / self.first().micros
    }

    fn growth_of_answer(&self) -> f64 {
        self.last().bytes.max(1) as f64 / self.first().bytes.max(1) as f64
    }

    fn by_byte(&self) -> f64 {
        self.last().micros / self.last().sent as f64
    }
}

/// `all` has the figures of each size.
pub(crate) fn print(sizes: &[u64], all: &[Measured]) {
    let rows = all[0].keys().map(|key| Row {
        caller: key.0,
        name: &key.1,
        figures: all.iter().map(|measured| &measured[key]).collect(),
    });
    let mut rows: Vec<Row<'_>> = rows.collect();
    rows.sort_by(|a, b| b.growth().total_cmp(&a.growth()));
    let is_panel = |row: &&Row<'_>| row.caller == Caller::Admin;
    println!("members: {sizes:?}; growth from the first to the last, wanted at most {GROWTH_MAX}");
    println!(
        "growth | answer |   us CPU a call at each size   |    p99 in us at each size    | status, bytes | call"
    );
    rows.iter().filter(|row| !is_panel(row)).for_each(print_row);
    println!("the heaviest calls of the panel:");
    let mut panel: Vec<&Row<'_>> = rows.iter().filter(is_panel).collect();
    panel.sort_by(|a, b| b.last().micros.total_cmp(&a.last().micros));
    panel.iter().take(PANEL).for_each(|row| print_row(row));
    println!("calls of visitors and members by us CPU for each byte of the request:");
    let mut by_byte: Vec<&Row<'_>> = rows.iter().filter(|row| !is_panel(row)).collect();
    by_byte.sort_by(|a, b| b.by_byte().total_cmp(&a.by_byte()));
    for row in by_byte.iter().take(BY_BYTE) {
        println!(
            "{:6.1} us/byte, {} bytes | {:?} {}",
            row.by_byte(),
            row.last().sent,
            row.caller,
            row.name
        );
    }
    let over = rows.iter().filter(|row| !is_panel(row) && row.growth() > GROWTH_MAX);
    let over = over.filter(|row| row.growth() > row.growth_of_answer()).count();
    println!(
        "{over} calls of visitors and members grow more than {GROWTH_MAX} without a longer answer"
    );
}

fn print_row(row: &Row<'_>) {
    let list = |figure: &dyn Fn(&Figures) -> f64| {
        let figures: Vec<String> =
            row.figures.iter().map(|one| format!("{:9.0}", figure(one))).collect();
        figures.join(" ")
    };
    println!(
        "{:6.2} | {:6.2} | {} | {} | {} {:8} | {:?} {}",
        row.growth(),
        row.growth_of_answer(),
        list(&|one| one.micros),
        list(&|one| one.p99.as_secs_f64() * 1e6),
        row.last().status,
        row.last().bytes,
        row.caller,
        row.name
    );
}
