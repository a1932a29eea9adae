//! As much of JSON as the vectors use, read strictly: a test needs no crate for it.
use std::iter::Peekable;
use std::str::Chars;

#[derive(Debug, PartialEq)]
pub enum Json {
    Number(u64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    pub fn parse(text: &str) -> Json {
        let mut chars = text.chars().peekable();
        let value = value(&mut chars);
        skip(&mut chars);
        assert_eq!(chars.next(), None, "nothing stands behind the value");
        value
    }

    pub fn get(&self, name: &str) -> &Json {
        let Json::Object(members) = self else { panic!("{self:?} has no members") };
        &members.iter().find(|(key, _)| key == name).unwrap_or_else(|| panic!("no {name}")).1
    }

    pub fn text(&self) -> &str {
        let Json::Text(text) = self else { panic!("{self:?} is no text") };
        text
    }

    pub fn number(&self) -> u64 {
        let Json::Number(number) = self else { panic!("{self:?} is no number") };
        *number
    }

    pub fn list(&self) -> &[Json] {
        let Json::List(list) = self else { panic!("{self:?} is no list") };
        list
    }
}

type Input<'a> = Peekable<Chars<'a>>;

fn skip(chars: &mut Input) {
    while chars.next_if(|next| " \n\r\t".contains(*next)).is_some() {}
}

fn expect(chars: &mut Input, wanted: char) {
    skip(chars);
    assert_eq!(chars.next(), Some(wanted));
}

fn value(chars: &mut Input) -> Json {
    skip(chars);
    match chars.peek() {
        Some('"') => Json::Text(string(chars)),
        Some('[') => Json::List(members(chars, '[', ']', value)),
        Some('{') => Json::Object(members(chars, '{', '}', |chars| {
            skip(chars);
            let key = string(chars);
            expect(chars, ':');
            (key, value(chars))
        })),
        _ => {
            let mut digits = String::new();
            while let Some(digit) = chars.next_if(char::is_ascii_digit) {
                digits.push(digit);
            }
            Json::Number(digits.parse().expect("a whole number"))
        }
    }
}

fn members<T>(chars: &mut Input, open: char, close: char, read: impl Fn(&mut Input) -> T) -> Vec<T> {
    expect(chars, open);
    let mut list = Vec::new();
    skip(chars);
    if chars.next_if_eq(&close).is_some() {
        return list;
    }
    loop {
        list.push(read(chars));
        skip(chars);
        if chars.next_if_eq(&close).is_some() {
            return list;
        }
        expect(chars, ',');
    }
}

fn string(chars: &mut Input) -> String {
    expect(chars, '"');
    let mut units: Vec<u16> = Vec::new();
    loop {
        let next = match chars.next().expect("a text ends") {
            '"' => return String::from_utf16(&units).expect("whole characters"),
            '\\' => match chars.next().expect("an escape ends") {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'u' => {
                    let digits: String = chars.by_ref().take(4).collect();
                    units.push(u16::from_str_radix(&digits, 16).expect("four hex digits"));
                    continue;
                }
                plain => plain,
            },
            plain => plain,
        };
        units.extend_from_slice(next.encode_utf16(&mut [0; 2]));
    }
}
