//! What this crate answers to one case, as text: a line of decimals, or the name of a refusal.

use curve_math::{convert, fill, migration, x_max, Curve, Order, Pool, PoolRates, Rates, Refusal, Swap, FLOOR};

/// Decimals in a fixed order for each kind.
pub fn answer(kind: &str, of: &[u64]) -> String {
    match answered(kind, of) {
        Ok(numbers) => numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" "),
        Err(refusal) => name(refusal).to_owned(),
    }
}

fn name(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Zero => "zero",
        Refusal::Slippage => "slippage",
        Refusal::Closed => "closed",
        Refusal::Floor => "floor",
        Refusal::Range => "range",
    }
}

fn answered(kind: &str, of: &[u64]) -> Result<Vec<u64>, Refusal> {
    match (kind, of) {
        ("end", &[floor, coefficient]) => Ok(vec![x_max(floor, coefficient)?]),
        ("cost", &[coefficient, x, tokens]) => Ok(vec![curve(coefficient, x)?.cost(tokens)?]),
        ("proceeds", &[coefficient, x, tokens]) => Ok(vec![curve(coefficient, x)?.proceeds(tokens, 0)?]),
        ("affordable", &[coefficient, x, value]) => Ok(vec![curve(coefficient, x)?.affordable(value)?]),
        ("buy", &[coefficient, x, creator, platform, referral, discount, tokens, max_lamports, min_tokens]) => {
            let rates = rates(creator, platform, referral, discount)?;
            let got = fill(&curve(coefficient, x)?, &Order { tokens, max_lamports, min_tokens }, &rates)?;
            Ok(vec![got.tokens, got.value, got.fees.creator, got.fees.platform, got.fees.referral])
        }
        ("sell", &[coefficient, x, creator, platform, referral, discount, tokens, min_lamports]) => {
            sell(&curve(coefficient, x)?, &rates(creator, platform, referral, discount)?, tokens, min_lamports)
        }
        ("fees", &[creator, platform, referral, affiliate, discount, flags, value]) => {
            let fees = flagged(creator, platform, referral, affiliate, discount, flags)?.on(value)?;
            Ok(vec![fees.creator, fees.platform, fees.referral])
        }
        ("budget", &[creator, platform, referral, affiliate, discount, flags, budget]) => {
            Ok(vec![flagged(creator, platform, referral, affiliate, discount, flags)?.value_within(budget)])
        }
        ("migration", &[coefficient, bonus, reserve]) => {
            let found = migration(x_max(FLOOR, coefficient)?, FLOOR, bonus, reserve, coefficient)?;
            Ok(vec![found.rate, found.pool, found.vault])
        }
        ("convert", &[tokens, rate]) => Ok(vec![convert(tokens, rate)?]),
        ("pool_buy", &[lamports, tokens, liquidity, creator, platform, input, least]) => {
            swapped(Pool { lamports, tokens }.buy(&pool_rates(liquidity, creator, platform)?, input, least)?)
        }
        ("pool_sell", &[lamports, tokens, liquidity, creator, platform, input, least]) => {
            swapped(Pool { lamports, tokens }.sell(&pool_rates(liquidity, creator, platform)?, input, least)?)
        }
        _ => panic!("no kind {kind} with {} numbers", of.len()),
    }
}

/// All curves of the cases start at 150 tokens, as all of the product do.
fn curve(coefficient: u64, x: u64) -> Result<Curve, Refusal> {
    Ok(Curve { x, x_max: x_max(FLOOR, coefficient)?, coefficient })
}

fn narrow(rate: u64) -> Result<u16, Refusal> {
    rate.try_into().map_err(|_| Refusal::Range)
}

fn rates(creator: u64, platform: u64, referral: u64, discount: u64) -> Result<Rates, Refusal> {
    Rates::new(narrow(creator)?, narrow(platform)?, narrow(referral)?, narrow(discount)?)
}

fn pool_rates(liquidity: u64, creator: u64, platform: u64) -> Result<PoolRates, Refusal> {
    PoolRates::new(narrow(liquidity)?, narrow(creator)?, narrow(platform)?)
}

/// As the program reads its instruction's byte: bit 0 referral, bit 1 affiliate, bit 2 discount.
fn flagged(
    creator: u64,
    platform: u64,
    referral: u64,
    affiliate: u64,
    discount: u64,
    flags: u64,
) -> Result<Rates, Refusal> {
    let share = match flags & 3 {
        0 => 0,
        1 => referral,
        _ => affiliate,
    };
    rates(creator, platform, share, if flags & 4 == 0 { 0 } else { discount })
}

/// The order in which the program's sell asks.
fn sell(curve: &Curve, rates: &Rates, tokens: u64, min_lamports: u64) -> Result<Vec<u64>, Refusal> {
    if curve.room()? == 0 {
        return Err(Refusal::Closed);
    }
    if tokens == 0 {
        return Err(Refusal::Zero);
    }
    let value = curve.proceeds(tokens, FLOOR)?;
    let fees = rates.on(value)?;
    if value.checked_sub(fees.total()).ok_or(Refusal::Range)? < min_lamports {
        return Err(Refusal::Slippage);
    }
    Ok(vec![value, fees.creator, fees.platform, fees.referral])
}

fn swapped(swap: Swap) -> Result<Vec<u64>, Refusal> {
    Ok(vec![swap.output, swap.liquidity, swap.creator, swap.platform, swap.pool.lamports, swap.pool.tokens])
}
