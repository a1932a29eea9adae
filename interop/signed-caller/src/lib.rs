//! How a call of the API is signed, written a second time from its description alone, without any crate:
//! where TypeScript and this agree, a third caller can follow the description, too.

mod sha256;

pub use sha256::sha256;

/// One call as the signature covers it.
pub struct Call<'a> {
    /// Empty before sign-in.
    pub access_token: &'a str,
    /// Milliseconds since 1970.
    pub timestamp: u64,
    pub nonce: &'a str,
    pub method: &'a str,
    pub path: &'a str,
    /// In any order, decoded.
    pub query: &'a [(String, String)],
    pub payload: &'a [u8],
}

/// The text that the signature covers: eight lines.
pub fn canonical(call: &Call) -> String {
    [
        "v1",
        call.access_token,
        &call.timestamp.to_string(),
        call.nonce,
        &call.method.to_uppercase(),
        call.path,
        &canonical_query(call.query),
        &hex(&sha256(call.payload)),
    ]
    .join("\n")
}

/// `v1=` and base64url of HMAC-SHA-256. The secret is base64url; `None` when it is not.
pub fn sign(secret: &str, call: &Call) -> Option<String> {
    let key = from_base64url(secret)?;
    Some(format!("v1={}", base64url(&hmac(&key, canonical(call).as_bytes()))))
}

fn canonical_query(query: &[(String, String)]) -> String {
    let mut pairs: Vec<(String, String)> = query.iter().map(|(key, value)| (encode(key), encode(value))).collect();
    pairs.sort();
    let pairs: Vec<String> = pairs.into_iter().map(|(key, value)| format!("{key}={value}")).collect();
    pairs.join("&")
}

/// RFC 3986: every byte but those of unreserved characters.
fn encode(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

/// RFC 2104.
fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    const BLOCK: usize = 64;
    let mut padded = [0u8; BLOCK];
    if key.len() > BLOCK {
        padded[..32].copy_from_slice(&sha256(key));
    } else {
        padded[..key.len()].copy_from_slice(key);
    }
    let keyed = |mark: u8, rest: &[u8]| {
        let mut text: Vec<u8> = padded.iter().map(|byte| byte ^ mark).collect();
        text.extend_from_slice(rest);
        sha256(&text)
    };
    keyed(0x5c, &keyed(0x36, message))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Without padding.
fn base64url(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0u32, |bits, at| bits << 8 | u32::from(*chunk.get(at).unwrap_or(&0)));
        for digit in 0..=chunk.len() {
            text.push(char::from(DIGITS[(bits >> (18 - 6 * digit) & 63) as usize]));
        }
    }
    text
}

fn from_base64url(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0u32, 0u32);
    for byte in text.bytes() {
        bits = bits << 6 | DIGITS.iter().position(|digit| *digit == byte)? as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 255) as u8);
        }
    }
    Some(bytes)
}
