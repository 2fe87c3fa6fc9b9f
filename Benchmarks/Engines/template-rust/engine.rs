//! template-rust: put your own index into `build` and `find`.
//!
//! The standard library has no normal forms, so it answers text in Latin-1, with typographic quotes
//! and dashes. It declines other text.
//!     rustc --edition 2021 -O engine.rs && ./engine
mod protocol;

use protocol::{crc32, decline, serve, Json, Stop};
use std::collections::BTreeMap;
use std::time::Instant;

const HELLO: &str = concat!(
    r#","protocol":1,"name":"template-rust","version":"1.0","language":"Rust","build":"release","#,
    r#""clock":"Instant","resolution_ns":1,"#,
    r#""capabilities":{"wants":["rows","page","count","digest"]}"#
);

/// The letters from U+00C0 to U+00FF without accents.
const BASES: &str = "AAAAAAÆCEEEEIIIIÐNOOOOO×ØUUUUYÞßaaaaaaæceeeeiiiiðnooooo÷øuuuuyþy";

/// Folds a text; the folding is exact, c (caseless) or cd (caseless, without accents).
fn fold(text: &str, folding: &str) -> Result<String, Stop> {
    let mut folded = String::with_capacity(text.len());
    for letter in text.chars() {
        let letter = match letter {
            '\u{100}'..='\u{200F}' | '\u{2028}'.. => return decline("a text is not in Latin-1"),
            '\u{AD}' if folding == "cd" => continue, // a soft hyphen
            '\u{C0}'..='\u{FF}' if folding == "cd" => {
                BASES.chars().nth(letter as usize - 0xC0).unwrap_or(letter)
            }
            _ => letter,
        };
        match letter {
            _ if folding == "exact" => folded.push(letter),
            'ß' => folded.push_str("ss"),
            'µ' => folded.push('μ'),
            _ => folded.extend(letter.to_lowercase()),
        }
    }
    Ok(folded)
}

/// The value without redundant zeros; nothing if it is not a decimal of at most 18 digits.
fn number(text: &str) -> Option<String> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let value = || format!("{}.{}", whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    (is_digits(whole) && is_digits(fraction) && digits <= 18).then(value)
}

type Matches = fn(&str, &str) -> bool;

fn matches(mode: &str) -> Result<Matches, String> {
    Ok(match mode {
        "contains" => |text, term| text.contains(term),
        "prefix" => |text, term| text.starts_with(term),
        "equality" => |text, term| text == term,
        "wordPrefix" => begins_word,
        _ => return Err(format!("got the match '{mode}', expected one of the protocol")),
    })
}

fn begins_word(text: &str, term: &str) -> bool {
    text.char_indices().any(|(at, _)| {
        text[at..].starts_with(term) && !text[..at].ends_with(char::is_alphanumeric)
    })
}

/// A typed term.
struct Needle {
    text: String, // folded
    number: Option<String>,
}

#[derive(Default)]
struct Engine {
    request: Json, // the last load, with the schema and the profile
    rows: Vec<Json>,
    texts: Option<Vec<Vec<String>>>, // the folded rows of each field; nothing before `build`
    numbers: Vec<Vec<Option<String>>>, // the rows of each numeric field
}

impl Engine {
    fn profile(&self) -> &Json {
        self.request.get("profile")
    }

    fn load(&mut self, request: Json) -> Result<String, Stop> {
        *self = Engine { request, ..Engine::default() };
        let path = self.request.text("rows")?;
        let data = std::fs::read(path).map_err(|error| error.to_string())?;
        for line in data.split(|byte| *byte == b'\n').skip(1).filter(|line| !line.is_empty()) {
            self.rows.push(Json::parse(line)?);
        }
        let (rows, hash, length) = (self.rows.len(), crc32(&data), data.len());
        Ok(format!(r#","rows":{rows},"hash":"{hash:08x}-{length}""#))
    }

    /// Folds the rows once; this is the place for your index.
    fn build(&mut self) -> Result<String, Stop> {
        if self.profile().is("folding", "loose") {
            return decline("it does not have the folding loose");
        }
        let (start, mut texts) = (Instant::now(), Vec::new());
        let folding = self.profile().text("folding")?;
        for field in self.profile().list("textFields")? {
            let name = field.text("name")?;
            let fold_row = |row: &Json| fold(row.text(name)?, folding);
            texts.push(self.rows.iter().map(fold_row).collect::<Result<Vec<_>, Stop>>()?);
        }
        let size: usize = texts.iter().flatten().map(String::len).sum();
        let mut numbers = Vec::new();
        for field in self.profile().list("numericFields")? {
            let name = field.as_text().ok_or_else(|| String::from("expected names of columns"))?;
            let value = |row: &Json| Ok(number(row.text(name)?));
            numbers.push(self.rows.iter().map(value).collect::<Result<Vec<_>, Stop>>()?);
        }
        (self.texts, self.numbers) = (Some(texts), numbers);
        let elapsed = start.elapsed().as_nanos();
        Ok(format!(r#","elapsed_ns":{elapsed},"index_bytes":{size}"#))
    }

    fn needles(&self, text: &str) -> Result<Vec<Needle>, Stop> {
        let raw: Vec<&str> = if self.profile().is("terms", "splitAND") {
            text.split_whitespace().collect()
        } else if self.profile().is("trim", "whitespace") {
            vec![text.trim()]
        } else {
            vec![text]
        };
        let mut needles = Vec::new();
        for term in raw {
            let text = fold(term, self.profile().text("folding")?)?;
            needles.push(Needle { text, number: number(term) });
        }
        needles.retain(|needle| !needle.text.is_empty());
        Ok(needles)
    }

    /// The values that a row must have, by column. An unknown value constrains nothing.
    fn filters<'a>(&'a self, query: &'a Json) -> Result<Vec<(&'a str, Vec<&'a str>)>, Stop> {
        let mut wanted: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let schema = self.request.get("schema").list("columns")?;
        for token in query.list("tokens")? {
            let (facet, value) = (token.text("facet")?, token.text("value")?);
            let column = schema.iter().find(|column| column.is("name", facet));
            let known = column.and_then(|column| column.list("values").ok()).unwrap_or(&[]);
            if known.iter().any(|known| known.as_text() == Some(value)) {
                wanted.entry(facet).or_default().push(value);
            }
        }
        let mut columns: Vec<_> = wanted.into_iter().collect();
        let axis = self.profile().get("scope");
        if let Some(title) = query.get("scope").as_text() {
            if !axis.is("allTitle", title) {
                columns.push((axis.text("facet")?, vec![title]));
            }
        }
        Ok(columns)
    }

    /// A keystroke, which is timed as a whole: the ids of the matching rows.
    fn find(&self, query: &Json) -> Result<Vec<usize>, Stop> {
        let texts = self.texts.as_ref().ok_or_else(|| String::from("expected 'build' first"))?;
        let needles = self.needles(query.text("text")?)?;
        if needles.is_empty() && query.list("tokens")?.is_empty() {
            let shown = if self.profile().is("empty", "browse") { self.rows.len() } else { 0 };
            return Ok((0..shown).collect());
        }
        let columns = self.filters(query)?;
        let mut fields = Vec::new();
        for (field, text) in self.profile().list("textFields")?.iter().zip(texts) {
            fields.push((matches(field.text("match")?)?, text));
        }
        let has = |row: usize, needle: &Needle| {
            fields.iter().any(|(matches, text)| matches(&text[row], &needle.text))
                || needle.number.is_some()
                    && self.numbers.iter().any(|column| column[row] == needle.number)
        };
        let is = |row: usize, (name, values): &(&str, Vec<&str>)| {
            // An empty cell equals no value.
            values.iter().any(|value| !value.is_empty() && self.rows[row].is(name, value))
        };
        let row_matches = |row: &usize| {
            needles.iter().all(|needle| has(*row, needle)) && columns.iter().all(|c| is(*row, c))
        };
        Ok((0..self.rows.len()).filter(row_matches).collect())
    }

    fn query(&self, request: &Json) -> Result<String, Stop> {
        let (mut elapsed, mut ids) = (Vec::new(), Vec::new());
        for _ in 0..request.number("repeat")? {
            let start = Instant::now();
            ids = self.find(request)?;
            elapsed.push(start.elapsed().as_nanos());
        }
        let delivered = match request.text("want")? {
            "rows" => format!(r#","rows":{ids:?}"#),
            "page" => format!(r#","rows":{:?}"#, &ids[..ids.len().min(50)]),
            "count" => String::new(),
            "digest" => {
                let bytes: Vec<u8> = ids.iter().flat_map(|id| (*id as u32).to_le_bytes()).collect();
                format!(r#","digest":{}"#, crc32(&bytes))
            }
            want => return Err(format!("got the want '{want}', expected a declared one").into()),
        };
        Ok(format!(r#","elapsed_ns":{elapsed:?},"count":{}{delivered}"#, ids.len()))
    }
}

fn main() -> std::io::Result<()> {
    if std::env::args().any(|word| word == "--version") {
        println!("1.0");
        return Ok(());
    }
    let mut engine = Engine::default();
    serve(|kind, request| match kind {
        "hello" => Ok(HELLO.into()),
        "load" => engine.load(request),
        "build" => engine.build(),
        "query" => engine.query(&request),
        _ => Ok(String::new()), // bye
    })
}
