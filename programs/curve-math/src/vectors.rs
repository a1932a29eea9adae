//! The vectors that TypeScript checks, too: `interop/curve.json` and `interop/fees.json`.
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::indexing_slicing)]

use serde_json::Value;

use crate::{fill, x_max, Curve, Fees, Order, Rates, Refusal, FLOOR};

fn file(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn curve_file() -> Value {
    file(include_str!("../../../interop/curve.json"))
}

fn fees_file() -> Value {
    file(include_str!("../../../interop/fees.json"))
}

/// Whole numbers are decimal strings; basis points, flags and codes are plain numbers.
fn number(case: &Value, name: &str) -> u64 {
    match &case[name] {
        Value::String(text) => text.parse().unwrap(),
        other => other.as_u64().unwrap_or_else(|| panic!("{name} of {case}")),
    }
}

fn bps(case: &Value, name: &str) -> u16 {
    number(case, name).try_into().unwrap()
}

fn cases(file: &Value, name: &str) -> Vec<Value> {
    let cases = file[name].as_array().unwrap().clone();
    assert!(cases.len() >= 10, "{name}");
    cases
}

/// In the files the platform's rate is what the referral leaves to it.
fn rates(case: &Value) -> Rates {
    let referral = bps(case, "referralBps");
    Rates::new(bps(case, "creatorBps"), bps(case, "platformBps") + referral, referral, 0).unwrap()
}

fn curve(case: &Value) -> Curve {
    let coefficient = number(case, "coefficient");
    Curve { x: number(case, "x"), x_max: x_max(FLOOR, coefficient).unwrap(), coefficient }
}

fn same_fees(case: &Value, fees: &Fees) {
    let expected = ["creator", "platform", "referral"].map(|name| number(case, name));
    assert_eq!([fees.creator, fees.platform, fees.referral], expected, "{case}");
}

#[test]
fn ends_of_curves_agree() {
    for case in cases(&curve_file(), "maxPosition") {
        let found = x_max(number(&case, "floor"), number(&case, "coefficient")).unwrap();
        assert_eq!(found, number(&case, "xMax"), "{case}");
    }
}

#[test]
fn costs_and_proceeds_agree() {
    for case in cases(&curve_file(), "cost") {
        assert_eq!(curve(&case).cost(number(&case, "amount")).unwrap(), number(&case, "cost"), "{case}");
    }
    for case in cases(&curve_file(), "proceeds") {
        // these cases are plain arithmetic: the floor is for orders
        let found = curve(&case).proceeds(number(&case, "amount"), 0).unwrap();
        assert_eq!(found, number(&case, "proceeds"), "{case}");
    }
}

#[test]
fn what_a_value_buys_agrees() {
    for case in cases(&curve_file(), "tokensForValue") {
        let found = curve(&case).affordable(number(&case, "value")).unwrap();
        assert_eq!(found, number(&case, "tokens"), "{case}");
    }
}

#[test]
fn buys_agree_in_fill_or_refusal() {
    for case in cases(&curve_file(), "buy") {
        let order = Order {
            tokens: number(&case, "tokens"),
            max_lamports: number(&case, "maxLamports"),
            min_tokens: number(&case, "minTokens"),
        };
        match fill(&curve(&case), &order, &rates(&case)) {
            Ok(got) => {
                let filled = &case["filled"];
                assert_eq!(got.tokens, number(filled, "tokens"), "{case}");
                assert_eq!(got.value, number(filled, "value"), "{case}");
                assert_eq!(got.value + got.fees.total(), number(filled, "total"), "{case}");
                same_fees(filled, &got.fees);
            }
            Err(refusal) => assert_eq!(code(refusal, 6002), number(&case, "code"), "{case}"),
        }
    }
}

#[test]
fn sells_agree_in_fill_or_refusal() {
    for case in cases(&curve_file(), "sell") {
        match sell(&case) {
            Ok((value, fees)) => {
                let filled = &case["filled"];
                assert_eq!(value, number(filled, "value"), "{case}");
                assert_eq!(value - fees.total(), number(filled, "total"), "{case}");
                same_fees(filled, &fees);
            }
            Err(refusal) => assert_eq!(code(refusal, 6003), number(&case, "code"), "{case}"),
        }
    }
}

/// The order in which the program's sell asks.
fn sell(case: &Value) -> Result<(u64, Fees), Refusal> {
    let (curve, tokens) = (curve(case), number(case, "tokens"));
    if curve.room()? == 0 {
        return Err(Refusal::Closed);
    }
    if tokens == 0 {
        return Err(Refusal::Zero);
    }
    let value = curve.proceeds(tokens, FLOOR)?;
    let fees = rates(case).on(value)?;
    if value - fees.total() < number(case, "minLamports") {
        return Err(Refusal::Slippage);
    }
    Ok((value, fees))
}

fn code(refusal: Refusal, slippage: u64) -> u64 {
    match refusal {
        Refusal::Slippage => slippage,
        Refusal::Closed => 6006,
        Refusal::Floor => 6007,
        Refusal::Zero => 6008,
        Refusal::Range => 6030,
    }
}

#[test]
fn fees_agree() {
    for case in cases(&fees_file(), "fees") {
        let fees = rates(&case).on(number(&case, "value")).unwrap();
        same_fees(&case, &fees);
        assert_eq!(fees.total(), number(&case, "total"), "{case}");
    }
}

#[test]
fn budgets_agree() {
    for case in cases(&fees_file(), "budgets") {
        let flags = number(&case, "flags");
        let referral = match flags & 3 {
            0 => 0,
            1 => bps(&case, "referral"),
            _ => bps(&case, "affiliate"),
        };
        let discount = if flags & 4 == 0 { 0 } else { bps(&case, "discount") };
        let rates = Rates::new(bps(&case, "creator"), bps(&case, "platform"), referral, discount).unwrap();
        assert_eq!(rates.value_within(number(&case, "budget")), number(&case, "value"), "{case}");
    }
}
