//! template-rust: put your own index into `build` and `find`.
//!
//! The standard library has no normal forms, so it answers text in Latin-1, with typographic quotes
//! and dashes. It declines other text, and profiles that ignore accents (cd) or search numbers.
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

fn fold(text: &str, caseless: bool) -> Result<String, Stop> {
    let mut folded = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\u{100}'..='\u{200F}' | '\u{2028}'.. => return decline("a text is not in Latin-1"),
            _ if !caseless => folded.push(letter),
            'ß' => folded.push_str("ss"),
            'µ' => folded.push('μ'),
            _ => folded.extend(letter.to_lowercase()),
        }
    }
    Ok(folded)
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

#[derive(Default)]
struct Engine {
    request: Json, // the last load, with the schema and the profile
    rows: Vec<Json>,
    texts: Option<Vec<Vec<String>>>, // the folded rows of each field; nothing before `build`
}

impl Engine {
    fn profile(&self) -> &Json {
        self.request.get("profile")
    }

    fn load(&mut self, request: Json) -> Result<String, Stop> {
        *self = Engine { request, ..Engine::default() };
        if self.profile().is("folding", "cd") {
            return decline("accents are not ignored here (folding cd); pass a profile with folding c");
        }
        if !self.profile().list("numericFields")?.is_empty() {
            return decline("numbers are only text here (numericFields); pass a profile without numeric");
        }
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
        let (start, mut texts) = (Instant::now(), Vec::new());
        let caseless = self.profile().is("folding", "c");
        for field in self.profile().list("textFields")? {
            let name = field.text("name")?;
            let fold_row = |row: &Json| fold(row.text(name)?, caseless);
            texts.push(self.rows.iter().map(fold_row).collect::<Result<Vec<_>, Stop>>()?);
        }
        let size: usize = texts.iter().flatten().map(String::len).sum();
        self.texts = Some(texts);
        let elapsed = start.elapsed().as_nanos();
        Ok(format!(r#","elapsed_ns":{elapsed},"index_bytes":{size}"#))
    }

    fn terms(&self, text: &str) -> Result<Vec<String>, Stop> {
        let raw: Vec<&str> = if self.profile().is("terms", "splitAND") {
            text.split_whitespace().collect()
        } else if self.profile().is("trim", "whitespace") {
            vec![text.trim()]
        } else {
            vec![text]
        };
        let caseless = self.profile().is("folding", "c");
        raw.iter().filter(|term| !term.is_empty()).map(|term| fold(term, caseless)).collect()
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
        let needles = self.terms(query.text("text")?)?;
        if needles.is_empty() && query.list("tokens")?.is_empty() {
            let shown = if self.profile().is("empty", "browse") { self.rows.len() } else { 0 };
            return Ok((0..shown).collect());
        }
        let columns = self.filters(query)?;
        let mut fields = Vec::new();
        for (field, text) in self.profile().list("textFields")?.iter().zip(texts) {
            fields.push((matches(field.text("match")?)?, text));
        }
        let has = |row: usize, needle: &String| {
            fields.iter().any(|(matches, text)| matches(&text[row], needle))
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
