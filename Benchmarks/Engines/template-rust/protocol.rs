//! The parts of the protocol that the standard library lacks: JSON, and CRC-32.
#![allow(dead_code)] // An engine may need only a part of it.

use std::io::{self, BufRead, Write};

/// The end of a request without an answer: "skipped" or "error", and the reason.
pub struct Stop(&'static str, String);

impl From<String> for Stop {
    fn from(error: String) -> Stop {
        Stop("error", error)
    }
}

pub fn decline<T>(reason: &str) -> Result<T, Stop> {
    Err(Stop("skipped", reason.into()))
}

/// Answers requests until bye, or the end of the input.
///
/// `step` is given the type of a request and the request, and returns the rest of the reply.
pub fn serve(mut step: impl FnMut(&str, Json) -> Result<String, Stop>) -> io::Result<()> {
    let (mut line, mut input, mut is_done) = (Vec::new(), io::stdin().lock(), false);
    while !is_done && input.read_until(b'\n', &mut line)? > 0 {
        let reply = reply(&line, &mut step).unwrap_or_else(|error| {
            format!(r#"{{"type":"error","error":{}}}"#, quoted(&error))
        });
        println!("{reply}");
        io::stdout().flush()?;
        is_done = reply == r#"{"type":"bye"}"#;
        line.clear();
    }
    Ok(())
}

fn reply(
    line: &[u8],
    step: &mut impl FnMut(&str, Json) -> Result<String, Stop>,
) -> Result<String, String> {
    let request = Json::parse(line)?;
    let kind = request.text("type")?.to_string();
    if !["hello", "load", "build", "query", "bye"].contains(&kind.as_str()) {
        return Err(format!("got the type '{kind}', expected one of the protocol"));
    }
    let id = request.number("id").map_or(String::new(), |id| format!(r#","id":{id}"#));
    let body = step(&kind, request)
        .unwrap_or_else(|Stop(key, reason)| format!(r#","{key}":{}"#, quoted(&reason)));
    Ok(format!(r#"{{"type":"{kind}"{id}{body}}}"#))
}

pub fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| sum >> 1 ^ (0xEDB8_8320 * (sum & 1)))
    })
}

#[derive(Default)]
pub enum Json {
    #[default]
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    pub fn parse(bytes: &[u8]) -> Result<Json, String> {
        let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
        let mut reader = Reader { bytes: text.as_bytes(), at: 0 };
        let value = reader.value(0)?;
        reader.skip_space();
        if reader.at < reader.bytes.len() { Err(reader.error("the end")) } else { Ok(value) }
    }

    /// The value of a key; a missing key is the same as a null.
    pub fn get(&self, key: &str) -> &Json {
        let found = match self {
            Json::Object(members) => members.iter().find(|(name, _)| name == key),
            _ => None,
        };
        found.map_or(&Json::Null, |(_, value)| value)
    }

    pub fn is(&self, key: &str, text: &str) -> bool {
        self.get(key).as_text() == Some(text)
    }

    pub fn as_text(&self) -> Option<&str> {
        if let Json::Text(text) = self { Some(text) } else { None }
    }

    pub fn text(&self, key: &str) -> Result<&str, String> {
        self.get(key).as_text().ok_or_else(|| missing(key, "a text"))
    }

    pub fn list(&self, key: &str) -> Result<&[Json], String> {
        if let Json::List(items) = self.get(key) { Ok(items) } else { Err(missing(key, "a list")) }
    }

    /// A whole number of at most 53 bits.
    pub fn number(&self, key: &str) -> Result<u64, String> {
        match self.get(key) {
            Json::Number(x) if *x >= 0.0 && x.fract() == 0.0 && *x < (1u64 << 53) as f64 => {
                Ok(*x as u64)
            }
            _ => Err(missing(key, "a whole number")),
        }
    }
}

fn missing(key: &str, expected: &str) -> String {
    format!("got another value for key '{key}', expected {expected}")
}

/// A text as a JSON string.
pub fn quoted(text: &str) -> String {
    let mut result = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => result.extend(['\\', letter]),
            '\0'..='\x1f' => result += &format!("\\u{:04x}", letter as u32),
            _ => result.push(letter),
        }
    }
    result + "\""
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn error(&self, expected: &str) -> String {
        format!("got something else at byte {}, expected {expected}", self.at)
    }

    /// The next byte; 0, which JSON does not contain, at the end.
    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
    }

    /// Reads a word, after white space, if it is the next one.
    fn takes(&mut self, word: &str) -> bool {
        self.skip_space();
        let found = self.bytes[self.at..].starts_with(word.as_bytes());
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        self.skip_space();
        match self.peek() {
            _ if depth > 64 => Err(self.error("at most 64 levels")),
            b'{' => self.object(depth),
            b'[' => self.list(depth),
            b'"' => Ok(Json::Text(self.string()?)),
            b'-' | b'0'..=b'9' => self.number(),
            _ if self.takes("true") => Ok(Json::Bool(true)),
            _ if self.takes("false") => Ok(Json::Bool(false)),
            _ if self.takes("null") => Ok(Json::Null),
            _ => Err(self.error("a value")),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        self.at += 1;
        let mut members = Vec::new();
        if self.takes("}") {
            return Ok(Json::Object(members));
        }
        loop {
            self.skip_space();
            let key = self.string()?;
            if !self.takes(":") {
                return Err(self.error("':'"));
            }
            members.push((key, self.value(depth + 1)?));
            if self.takes("}") {
                return Ok(Json::Object(members));
            } else if !self.takes(",") {
                return Err(self.error("',' or '}'"));
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Json, String> {
        self.at += 1;
        let mut items = Vec::new();
        if self.takes("]") {
            return Ok(Json::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if self.takes("]") {
                return Ok(Json::List(items));
            } else if !self.takes(",") {
                return Err(self.error("',' or ']'"));
            }
        }
    }

    fn digits(&mut self) -> Result<(), String> {
        let start = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        if self.at > start { Ok(()) } else { Err(self.error("a digit")) }
    }

    fn number(&mut self) -> Result<Json, String> {
        let start = self.at;
        self.at += usize::from(self.peek() == b'-');
        let leads_with_zero = self.peek() == b'0';
        let first = self.at;
        self.digits()?;
        if leads_with_zero && self.at > first + 1 {
            return Err(self.error("no digit after a leading 0"));
        }
        if self.peek() == b'.' {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), b'e' | b'E') {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), b'+' | b'-'));
            self.digits()?;
        }
        let digits = std::str::from_utf8(&self.bytes[start..self.at]).unwrap_or("");
        digits.parse().map(Json::Number).map_err(|_| self.error("a number"))
    }

    fn string(&mut self) -> Result<String, String> {
        if self.peek() != b'"' {
            return Err(self.error("a string"));
        }
        self.at += 1;
        let mut text = Vec::new();
        loop {
            let start = self.at;
            while self.peek() >= b' ' && self.peek() != b'"' && self.peek() != b'\\' {
                self.at += 1;
            }
            text.extend_from_slice(&self.bytes[start..self.at]);
            match self.peek() {
                b'"' => {
                    self.at += 1;
                    return String::from_utf8(text).map_err(|error| error.to_string());
                }
                b'\\' => text.extend(self.escape()?.to_string().bytes()),
                _ => return Err(self.error("'\"'")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, String> {
        let letter = self.bytes.get(self.at + 1).copied().unwrap_or(0);
        self.at += 2;
        Ok(match letter {
            b'"' | b'\\' | b'/' => letter as char,
            b'b' => '\x08',
            b'f' => '\x0c',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let mut code = self.unit()?;
                if (0xD800..0xDC00).contains(&code) && self.bytes[self.at..].starts_with(b"\\u") {
                    self.at += 2;
                    let low = self.unit()?;
                    if !(0xDC00..0xE000).contains(&low) {
                        return Err(self.error("a low surrogate before it"));
                    }
                    code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
                }
                char::from_u32(code).ok_or_else(|| self.error("no lone surrogate before it"))?
            }
            _ => return Err(self.error("an escape before it")),
        })
    }

    /// The four hexadecimal digits of an escape.
    fn unit(&mut self) -> Result<u32, String> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = (self.peek() as char).to_digit(16);
            code = code << 4 | digit.ok_or_else(|| self.error("a hexadecimal digit"))?;
            self.at += 1;
        }
        Ok(code)
    }
}
