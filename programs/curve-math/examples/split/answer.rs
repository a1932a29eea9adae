//! The twin of `packages/domain/src/airdrop/split.ts`, written from the specification's words alone: it gives the
//! left-over units out one by one, where TypeScript sorts.
use std::collections::BTreeMap;

struct Holder {
    weight: u128,
    is_member: bool,
}

/// The shares of one case `amount options creator holders`, or why there are none.
pub fn answer(question: &str) -> String {
    let parts: Vec<&str> = question.split(' ').collect();
    let [amount, options, creator, list] = parts[..] else {
        panic!("four parts: {question}")
    };
    match split(amount.parse().unwrap(), options, creator, list) {
        Ok(shares) => shares.iter().map(|(who, units)| format!("{who}:{units}")).collect::<Vec<_>>().join(","),
        Err(reason) => reason.to_string(),
    }
}

fn split(amount: u128, options: &str, creator: &str, list: &str) -> Result<Vec<(String, u128)>, &'static str> {
    if amount == 0 || amount > u128::from(u64::MAX) {
        return Err("range");
    }
    let mut wallets: BTreeMap<&str, Holder> = BTreeMap::new();
    for entry in list.split(',').filter(|entry| *entry != "-") {
        let fields: Vec<&str> = entry.split(':').collect();
        if fields[0] == creator {
            continue;
        }
        let wallet = wallets.entry(fields[0]).or_insert(Holder { weight: 0, is_member: false });
        wallet.weight += fields[1].parse::<u128>().unwrap();
        wallet.is_member |= fields[2] == "m";
    }
    let members: Vec<&str> = wallets.iter().filter(|(_, wallet)| wallet.is_member).map(|(who, _)| *who).collect();
    let holders: Vec<&str> = wallets.iter().filter(|(_, wallet)| wallet.weight > 0).map(|(who, _)| *who).collect();
    let to_creator = options.contains('c');
    let to_members = options.contains('m') && !members.is_empty();
    let to_holders = options.contains('h') && !holders.is_empty();
    let percents: [u128; 3] = match (to_creator, to_members, to_holders) {
        (false, false, false) => return Err("noTarget"),
        (true, false, false) => [100, 0, 0],
        (false, true, false) => [0, 100, 0],
        (false, false, true) => [0, 0, 100],
        (true, true, false) => [10, 90, 0],
        (true, false, true) => [10, 0, 90],
        (false, true, true) => [0, 30, 70],
        (true, true, true) => [10, 20, 70],
    };
    let groups = shared(amount, &percents);
    if to_creator && groups[0] == 0 {
        return Err("creatorTooSmall");
    }
    if to_members && groups[1] < members.len() as u128 {
        return Err("membersTooSmall");
    }
    let mut amounts: BTreeMap<&str, u128> = BTreeMap::new();
    if to_members {
        for (who, units) in members.iter().zip(shared(groups[1], &vec![1; members.len()])) {
            *amounts.entry(who).or_default() += units;
        }
    }
    if to_holders {
        let weights: Vec<u128> = holders.iter().map(|who| wallets[who].weight).collect();
        for (who, units) in holders.iter().zip(shared(groups[2], &weights)) {
            *amounts.entry(who).or_default() += units;
        }
    }
    let mut shares = Vec::new();
    if groups[0] > 0 {
        shares.push((creator.to_string(), groups[0]));
    }
    shares.extend(amounts.into_iter().filter(|(_, units)| *units > 0).map(|(who, units)| (who.to_string(), units)));
    Ok(shares)
}

/// By largest remainders; of equal ones the first takes the unit.
fn shared(whole: u128, weights: &[u128]) -> Vec<u128> {
    let total: u128 = weights.iter().sum();
    let mut given: Vec<u128> = weights.iter().map(|weight| whole * weight / total).collect();
    let mut waiting: Vec<Option<u128>> = weights.iter().map(|weight| Some(whole * weight % total)).collect();
    for _ in given.iter().sum::<u128>()..whole {
        let mut next = None;
        for (index, remainder) in waiting.iter().enumerate() {
            if remainder.is_some() && next.is_none_or(|best: usize| *remainder > waiting[best]) {
                next = Some(index);
            }
        }
        let index = next.unwrap();
        given[index] += 1;
        waiting[index] = None;
    }
    given
}
