//! Draws cases: edges as often as the middle, small figures as often as large ones.

use curve_math::{x_max, Curve, Rates, COEFFICIENT_MAX, COEFFICIENT_MIN, FLOOR, NEW_SUPPLY, TARGET};

use crate::random::Random;

const TOKEN: u64 = 1_000_000_000;
/// (creator, platform, referral, affiliate, discount) in basis points, all within the factory's bounds.
const SCHEDULES: [[u64; 5]; 6] = [
    [200, 200, 60, 100, 20],
    [0, 0, 0, 0, 0],
    [1_000, 1_000, 300, 900, 100],
    [1, 7, 2, 3, 4],
    [1_000, 0, 0, 0, 0],
    [0, 1_000, 0, 1_000, 0],
];
const FLAGS: [u64; 6] = [0, 1, 3, 4, 5, 7];

pub struct Draw(pub Random);

impl Draw {
    fn pick<const N: usize>(&mut self, of: [u64; N]) -> u64 {
        of[self.0.below(N as u64) as usize]
    }

    fn coefficient(&mut self) -> u64 {
        let any = COEFFICIENT_MIN + self.0.below(COEFFICIENT_MAX - COEFFICIENT_MIN + 1);
        self.pick([100_000_000, COEFFICIENT_MIN, COEFFICIENT_MIN + 1, COEFFICIENT_MAX - 1, COEFFICIENT_MAX, any, any])
    }

    /// Somewhere on the curve: its first and last positions count as much as all between.
    fn position(&mut self, end: u64) -> u64 {
        let length = end - FLOOR;
        let any = FLOOR + self.0.below(length);
        let near_start = FLOOR + self.0.magnitude(length);
        let near_end = end - self.0.magnitude(length);
        self.pick([FLOOR, FLOOR + 1, FLOOR + TOKEN, any, any, any, near_start, near_end, near_end, end - 1, end])
    }

    fn schedule(&mut self) -> [u64; 5] {
        if self.0.below(2) == 0 {
            return SCHEDULES[self.0.below(SCHEDULES.len() as u64) as usize];
        }
        let (creator, platform) = (self.0.below(1_001), self.0.below(1_001));
        let discount = self.0.below(platform + 1);
        let affiliate = self.0.below(platform - discount + 1);
        [creator, platform, self.0.below(affiliate + 1), affiliate, discount]
    }

    /// (creator, platform, referral share, discount) of one trade.
    fn rates(&mut self) -> [u64; 4] {
        let [creator, platform, referral, affiliate, discount] = self.schedule();
        let flags = self.pick(FLAGS);
        let share = [0, referral, 0, affiliate][(flags & 3) as usize];
        [creator, platform, share, if flags & 4 == 0 { 0 } else { discount }]
    }

    fn any(&mut self) -> u64 {
        let shift = self.0.below(64);
        self.0.next() >> shift
    }

    pub fn inputs(&mut self, kind: &str) -> Vec<u64> {
        match kind {
            "end" => {
                let floors = [FLOOR, FLOOR + 1, TOKEN, 0, self.0.magnitude(TARGET)];
                vec![self.pick(floors), self.coefficient()]
            }
            "cost" | "proceeds" | "affordable" => self.plain(kind),
            "buy" => self.buy(),
            "sell" => self.sell(),
            "fees" | "budget" => {
                let amounts = [0, 1, 49, 50, 51, 9_999, 10_000, TARGET, self.0.magnitude(TARGET), self.0.below(TARGET)];
                let wide = [self.pick(amounts), self.pick(amounts), self.any()];
                let amount = if kind == "fees" { self.pick(amounts) } else { self.pick(wide) };
                let mut case = self.schedule().to_vec();
                case.extend([self.pick(FLAGS), amount]);
                case
            }
            "migration" => {
                let bonuses = [0, TOKEN, 2 * TOKEN, 15 * TOKEN, self.0.below(15 * TOKEN)];
                let reserves = [TARGET, TARGET - 1, TARGET + 1, TARGET + self.0.magnitude(TARGET), self.0.below(TARGET)];
                vec![self.coefficient(), self.pick(bonuses), self.pick(reserves)]
            }
            "convert" => {
                let tokens = [0, 1, TOKEN, self.0.magnitude(7_000 * TOKEN), self.any()];
                let rate = 881 + self.0.below(4_889);
                vec![self.pick(tokens), rate]
            }
            _ => self.swap(kind),
        }
    }

    fn plain(&mut self, kind: &str) -> Vec<u64> {
        let coefficient = self.coefficient();
        let end = x_max(FLOOR, coefficient).unwrap();
        let x = self.position(end);
        let room = end - x;
        let amounts = match kind {
            "cost" => [0, 1, TOKEN, room, room + 1, self.0.below(room + 1), self.0.magnitude(room + 1)],
            "proceeds" => [0, 1, TOKEN, x - FLOOR, x, self.0.below(x), self.0.magnitude(x)],
            _ => {
                let all = Curve { x, x_max: end, coefficient }.cost(room).unwrap();
                let below = all.saturating_sub(1);
                [0, 1, 5_000, all, below, self.0.below(all + 1), self.0.magnitude(all + 1)]
            }
        };
        vec![coefficient, x, self.pick(amounts)]
    }

    fn buy(&mut self) -> Vec<u64> {
        let coefficient = self.coefficient();
        let end = x_max(FLOOR, coefficient).unwrap();
        let x = self.position(end);
        let room = end - x;
        let rates = self.rates();
        let sizes = [
            1,
            10 * TOKEN,
            room,
            room + 1,
            room + self.0.magnitude(end),
            100_000 * TOKEN,
            u64::MAX,
            self.0.below(room + 1),
            self.0.magnitude(room + 1),
            self.0.magnitude(end),
            self.any(),
        ];
        let tokens = self.pick(sizes);
        let curve = Curve { x, x_max: end, coefficient };
        let priced = Rates::new(rates[0] as u16, rates[1] as u16, rates[2] as u16, rates[3] as u16).unwrap();
        let value = curve.cost(tokens.min(room)).unwrap();
        let exact = value + priced.on(value).unwrap().total();
        let budgets = [
            exact,
            exact,
            exact.saturating_sub(1),
            exact + 1,
            exact + exact / 20,
            self.0.magnitude(exact + 1),
            self.0.below(2 * TARGET),
            TARGET,
            u64::MAX,
            0,
        ];
        let max_lamports = self.pick(budgets);
        let affordable = priced.value_within(max_lamports);
        let bought = if affordable < value { curve.affordable(affordable).unwrap() } else { tokens };
        let least = [0, 0, tokens, bought, bought.saturating_add(1), tokens / 20 * 19, room, self.any()];
        let mut case = vec![coefficient, x];
        case.extend(rates);
        case.extend([tokens, max_lamports, self.pick(least)]);
        case
    }

    fn sell(&mut self) -> Vec<u64> {
        let coefficient = self.coefficient();
        let end = x_max(FLOOR, coefficient).unwrap();
        let x = self.position(end);
        let held = x - FLOOR;
        let rates = self.rates();
        let sizes = [1, TOKEN, held, held + 1, self.0.below(held + 1), self.0.magnitude(held + 1), self.any(), 0];
        let tokens = self.pick(sizes);
        let value = Curve { x, x_max: end, coefficient }.proceeds(tokens.min(held), FLOOR).unwrap();
        let priced = Rates::new(rates[0] as u16, rates[1] as u16, rates[2] as u16, rates[3] as u16).unwrap();
        let payout = value - priced.on(value).unwrap().total();
        let bounds = [0, 0, payout, payout + 1, payout / 20 * 19, self.any()];
        let mut case = vec![coefficient, x];
        case.extend(rates);
        case.extend([tokens, self.pick(bounds)]);
        case
    }

    fn swap(&mut self, kind: &str) -> Vec<u64> {
        let lamports = [TARGET, 1, 1 + self.0.magnitude(1 << 62), 1 + self.0.below(100 * TARGET)];
        let tokens = [2_080_545_000_000_000, NEW_SUPPLY, 1, 1 + self.0.magnitude(NEW_SUPPLY)];
        let (lamports, tokens) = (self.pick(lamports), self.pick(tokens));
        let any = |draw: &mut Self, end| draw.0.below(end);
        let fees = match self.0.below(5) {
            0 => [0, 0, 0],
            1 => [20, 40, 40],
            2 => [1_000, 1_000, 1_000],
            3 => [any(self, 1_001), any(self, 1_001), any(self, 1_001)],
            _ => [any(self, 3_334), any(self, 3_334), any(self, 3_334)],
        };
        let own = if kind == "pool_buy" { lamports } else { tokens };
        let inputs = [0, 1, 10_000, own, own / 100, 1 + self.0.magnitude(own), self.0.magnitude(1 << 50), self.any()];
        let input = self.pick(inputs);
        let rates = curve_math::PoolRates::new(fees[0] as u16, fees[1] as u16, fees[2] as u16).unwrap();
        let pool = curve_math::Pool { lamports, tokens };
        let swap = if kind == "pool_buy" { pool.buy(&rates, input, 0) } else { pool.sell(&rates, input, 0) };
        let got = swap.map_or(0, |swap| swap.output);
        let least = self.pick([0, 0, got, got.saturating_add(1), got / 20 * 19]);
        [vec![lamports, tokens], fees.to_vec(), vec![input, least]].concat()
    }
}
