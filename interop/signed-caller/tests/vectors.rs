//! The signed calls that TypeScript checks, too: `interop/signing.json`.

#[path = "support/json.rs"]
mod json;

use json::Json;
use signed_caller::{canonical, sha256, sign, Call};

fn vectors() -> Json {
    Json::parse(include_str!("../../signing.json"))
}

/// Hands a vector's call over, with what it borrows.
fn with_call<T>(request: &Json, then: impl Fn(&Call) -> T) -> T {
    let query: Vec<(String, String)> = request
        .get("query")
        .list()
        .iter()
        .map(|pair| (pair.list()[0].text().to_owned(), pair.list()[1].text().to_owned()))
        .collect();
    then(&Call {
        access_token: request.get("accessToken").text(),
        timestamp: request.get("timestamp").number(),
        nonce: request.get("nonce").text(),
        method: request.get("method").text(),
        path: request.get("path").text(),
        query: &query,
        payload: request.get("payload").text().as_bytes(),
    })
}

fn signature(case: &Json, request: &str) -> String {
    with_call(case.get(request), |call| sign(case.get("secret").text(), call)).expect("a secret in base64url")
}

#[test]
fn the_hash_is_that_of_fips_180_4() {
    let hex = |text: &str| sha256(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    assert_eq!(hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_eq!(hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

#[test]
fn every_call_is_written_and_signed_alike() {
    let vectors = vectors();
    let cases = vectors.get("cases").list();
    assert!(cases.len() >= 30, "{}", cases.len());
    for case in cases {
        let name = case.get("name").text();
        assert_eq!(with_call(case.get("request"), canonical), case.get("canonical").text(), "{name}");
        assert_eq!(signature(case, "request"), case.get("signature").text(), "{name}");
    }
}

#[test]
fn calls_that_differ_are_signed_differently() {
    let vectors = vectors();
    let cases = vectors.get("differs").list();
    assert!(cases.len() >= 10, "{}", cases.len());
    for case in cases {
        assert_ne!(signature(case, "first"), signature(case, "second"), "{}", case.get("name").text());
    }
}

#[test]
fn wrong_signatures_are_none_of_ours() {
    let vectors = vectors();
    let cases = vectors.get("refused").list();
    assert!(cases.len() >= 10, "{}", cases.len());
    for case in cases {
        assert_ne!(signature(case, "request"), case.get("signature").text(), "{}", case.get("name").text());
    }
}
