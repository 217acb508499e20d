//! CSV tables for spreadsheets, escaped so that no cell is read as a formula.

use std::borrow::Cow;

use actix_web::HttpResponse;
use actix_web::http::header::{ContentDisposition, DispositionParam, DispositionType};

/// Characters that begin a formula. Spreadsheets in some locales accept the full-width signs as
/// well.
const FORMULA_SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Begins every table: without it, spreadsheets read UTF-8 as the encoding of their country and garble names.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns whether some programs strip this character from the start of a cell before they look for
/// a formula.
fn is_dropped(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || letter == '\u{feff}'
}

/// A text as a cell. Text that a spreadsheet would read as a formula gets a leading apostrophe.
pub fn cell(text: &str) -> Cow<'_, str> {
    if is_formula(text) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// Reverses [`cell`]. Apostrophes that it didn't add are kept.
pub fn text_of(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|text| is_formula(text)).unwrap_or(cell)
}

fn is_formula(text: &str) -> bool {
    let begins_line = text.starts_with(['\t', '\r', '\n']);
    begins_line || text.trim_start_matches(is_dropped).starts_with(FORMULA_SIGNS)
}

/// Writes lines of cells; the first line has the column names.
///
/// # Errors
/// The lines have different lengths.
pub fn write<Line: IntoIterator<Item = String>>(
    columns: &[&str],
    lines: impl IntoIterator<Item = Line>,
) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(columns)?;
    for line in lines {
        let line: Vec<String> = line.into_iter().map(|text| cell(&text).into_owned()).collect();
        writer.write_record(line)?;
    }
    let bytes = writer.into_inner().map_err(|error| error.into_error())?;
    Ok(format!("{BYTE_ORDER_MARK}{}", String::from_utf8_lossy(&bytes)))
}

/// Responds with the table as a file download.
pub fn attachment(name: &str, table: String) -> HttpResponse {
    let disposition = ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters: vec![DispositionParam::Filename(name.to_owned())],
    };
    HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8")
        .insert_header(disposition)
        .body(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_begins_a_formula() {
        for (text, shown) in [
            ("emu", "emu"),
            ("=1+1", "'=1+1"),
            ("+61", "'+61"),
            ("-5", "'-5"),
            ("@sum", "'@sum"),
            ("\t=1", "'\t=1"),
            ("a=1", "a=1"),
            ("＝1+1", "'＝1+1"),
            ("＋61", "'＋61"),
            ("－5", "'－5"),
            ("＠sum", "'＠sum"),
            (" =1", "' =1"),
            ("\u{3000}＝1", "'\u{3000}＝1"),
            ("\u{a0}\u{feff}@sum", "'\u{a0}\u{feff}@sum"),
            ("\u{0}-5", "'\u{0}-5"),
            (" emu", " emu"),
            ("a＝1", "a＝1"),
            ("", ""),
        ] {
            assert_eq!(cell(text), shown);
            assert_eq!(text_of(shown), text);
        }
        assert_eq!(text_of("'tis"), "'tis");
        let table = write(&["a", "b"], [[String::from("x,y"), String::from("=\"1\"")]]).unwrap();
        assert_eq!(table, "\u{feff}a,b\n\"x,y\",\"'=\"\"1\"\"\"\n");
    }
}
