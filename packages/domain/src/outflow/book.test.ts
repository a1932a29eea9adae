import { type Address, lamportsPerSol, type Outflow, type SendWaitInfo, type Spend } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  allowanceWindow,
  countOutflow,
  dailyAllowance,
  emptyOutflowBook,
  judgeOutflow,
  lookalikeOf,
  type OutflowBook,
  setUpOf,
  waitFor,
  withApproval,
  withSale,
  withSetUp,
} from "./index.ts";

// Texts instead of addresses and digests: they are only compared.
const at = (text: string) => text as Address;
const [wallet, ann, bob, mint, other] = ["wallet", "ann", "bob", "mint", "other"].map(at) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
const sol = (whole: bigint) => whole * lamportsPerSol;
const start = 1_800_000_000_000;
let made = 0;

/** Another one each time. */
const unique = (): string => {
  made += 1;
  return `number ${made}`;
};
const spend = (outflow: Outflow): Spend => ({ subject: unique() as Spend["subject"], outflow });
const transfer = (lamports: bigint, recipient = ann): Outflow => ({
  ...{ kind: "transfer", recipient, lamports: `${lamports}`, tokens: null },
});
const purchase = (lamports: bigint, units = 100n, of = mint): Outflow => ({
  ...{ kind: "purchase", mint: of, lamports: `${lamports}`, units: `${units}` },
});
const firstBuy = (lamports: bigint): Outflow => ({
  ...{ kind: "firstBuy", mint: other, lamports: `${lamports}`, units: "7" },
});
const airdrop = (units = 10n, list = "aa"): Outflow => ({
  ...{ kind: "airdrop", tribe: mint, list, tokens: { mint, units: `${units}` } },
});
const tokens = (units: bigint, recipient = ann): Outflow => ({
  ...{ kind: "transfer", recipient, lamports: "2039280", tokens: { mint, units: `${units}` } },
});

const by = (now = start, tokensWorth: bigint | null = 0n, waits: readonly SendWaitInfo[] = []) => ({
  now,
  tokensWorth,
  waits,
});
/** Counts what must be allowed. */
const counted = (book: OutflowBook, outflow: Outflow, now = start, worth: bigint | null = 0n): OutflowBook => {
  const next = countOutflow(book, spend(outflow), by(now, worth));
  if (!next) throw new Error("it is more than the allowance");
  return next.book;
};
const left = (book: OutflowBook, now = start): bigint => {
  const judgement = judgeOutflow(book, spend(transfer(sol(1_000n))), by(now));
  return judgement.kind === "stepUp" ? judgement.left : -1n;
};
const kind = (book: OutflowBook, outflow: Outflow, now = start, worth: bigint | null = 0n) =>
  judgeOutflow(book, spend(outflow), by(now, worth)).kind;

describe("what presses let out of a wallet", () => {
  it("is 5 SOL's worth a day of purchases, first buys, sends and airdrops together, to the lamport", () => {
    let book = counted(emptyOutflowBook, purchase(sol(1n)));
    book = counted(book, firstBuy(sol(1n)));
    book = counted(book, transfer(sol(1n)));
    book = counted(book, airdrop(), start, sol(1n));
    expect(left(book)).toBe(sol(1n));
    for (const outflow of [purchase, firstBuy, transfer]) {
      expect(kind(book, outflow(sol(1n)))).toBe("allowed");
      expect(kind(book, outflow(sol(1n) + 1n))).toBe("stepUp");
    }
    expect(kind(book, airdrop(), start, sol(1n))).toBe("allowed");
    expect(kind(book, airdrop(), start, sol(1n) + 1n)).toBe("stepUp");
    expect(left(book, start + allowanceWindow - 1)).toBe(sol(1n));
    expect(left(book, start + allowanceWindow)).toBe(dailyAllowance);
  });

  it("trusts nobody by age, and no token by its being known", () => {
    const book = counted(counted(emptyOutflowBook, transfer(1n)), purchase(1n));
    for (const days of [1, 2, 400]) {
      expect(kind(book, transfer(sol(5n) + 1n), start + days * allowanceWindow)).toBe("stepUp");
      expect(kind(book, purchase(sol(5n) + 1n), start + days * allowanceWindow)).toBe("stepUp");
    }
  });

  it("counts tokens by their worth with the deposit of the recipient's account, and unknown worth as more", () => {
    expect(kind(emptyOutflowBook, tokens(1n), start, null)).toBe("stepUp");
    expect(judgeOutflow(emptyOutflowBook, spend(tokens(1n)), by(start, null))).toMatchObject({ reason: "worth" });
    expect(left(counted(emptyOutflowBook, tokens(1n), start, 7n))).toBe(dailyAllowance - 7n - 2_039_280n);
    expect(kind(emptyOutflowBook, airdrop(), start, null)).toBe("stepUp");
  });

  it("is never more in any day, whatever is asked for when, and whatever was sold", () => {
    const step = fc.record({
      outflow: fc.oneof(
        fc.bigInt({ min: 1n, max: sol(6n) }).map((lamports) => purchase(lamports)),
        fc.bigInt({ min: 1n, max: sol(6n) }).map((lamports) => transfer(lamports, bob)),
        fc.bigInt({ min: 1n, max: sol(6n) }).map(firstBuy),
      ),
      sold: fc.option(
        fc.record({ units: fc.bigInt({ min: 1n, max: 500n }), cameIn: fc.bigInt({ min: 0n, max: sol(9n) }) }),
      ),
      later: fc.integer({ min: 1, max: allowanceWindow / 2 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let [book, now] = [emptyOutflowBook, start];
        const flows: { readonly at: number; readonly out: bigint; readonly back: bigint }[] = [];
        for (const { outflow, sold, later } of steps) {
          now += later;
          if (sold) {
            const before = left(book, now);
            book = withSale(
              book,
              { signature: unique(), at: now, mint, units: sold.units, lamports: sold.cameIn },
              now,
            );
            const back = left(book, now) - before;
            expect(back).toBeGreaterThanOrEqual(0n);
            expect(back).toBeLessThanOrEqual(sold.cameIn);
            flows.push({ at: now, out: 0n, back });
          }
          const next = countOutflow(book, spend(outflow), by(now));
          if (!next) continue;
          book = next.book;
          flows.push({ at: now, out: "lamports" in outflow ? BigInt(outflow.lamports) : 0n, back: 0n });
        }
        for (const { at: end } of flows) {
          const within = flows.filter((flow) => flow.at <= end && end - flow.at < allowanceWindow);
          const net = within.reduce((sum, { out, back }) => sum + out - back, 0n);
          expect(net).toBeLessThanOrEqual(dailyAllowance);
        }
      }),
    );
  });

  it("is kept in bounds by a book that never grows without end, and errs to the wallet's good", () => {
    let book = emptyOutflowBook;
    for (let count = 0; count < 700; count += 1) book = counted(book, purchase(1_000n, 5n), start + count);
    expect(book.outgoing.length).toBeLessThanOrEqual(300);
    expect(left(book, start + 700)).toBe(dailyAllowance - 700_000n);
  });
});

describe("what counts once", () => {
  it("is the same message signed again, and an airdrop's list with its batches, reloads and resumes", () => {
    const message = spend(transfer(sol(4n)));
    const once = countOutflow(emptyOutflowBook, message, by());
    const again = once && countOutflow(once.book, message, by(start + 1));
    expect(again && left(again.book)).toBe(sol(1n));
    const list = spend(airdrop());
    const first = countOutflow(emptyOutflowBook, list, by(start, sol(4n)));
    const resumed = first && judgeOutflow(first.book, list, by(start + 30 * allowanceWindow, sol(400n)));
    expect(resumed?.kind).toBe("free");
    expect(judgeOutflow(first?.book ?? emptyOutflowBook, spend(airdrop(10n, "bb")), by(start, sol(4n))).kind).toBe(
      "stepUp",
    );
  });
});

describe("the account of an airdrop's batches", () => {
  it("is set up for a counted list only, and its slot is remembered as long as the list", () => {
    const list = spend(airdrop());
    expect(setUpOf(emptyOutflowBook, list.subject, start)).toEqual({ kind: "uncounted" });
    const book = countOutflow(emptyOutflowBook, list, by(start, 1n))?.book ?? emptyOutflowBook;
    expect(setUpOf(book, list.subject, start)).toEqual({ kind: "counted", slot: null });
    const set = withSetUp(book, list.subject, 7);
    expect(setUpOf(set, list.subject, start + 89 * allowanceWindow)).toEqual({ kind: "counted", slot: 7 });
    expect(setUpOf(set, list.subject, start + 90 * allowanceWindow)).toEqual({ kind: "uncounted" });
    const message = spend(transfer(1n));
    const sent = countOutflow(book, message, by())?.book ?? book;
    expect(setUpOf(sent, message.subject, start)).toEqual({ kind: "uncounted" });
  });
});

describe("a passkey", () => {
  it("frees exactly what it approved, once, for some minutes, and uses nothing of the allowance", () => {
    const much = spend(transfer(sol(50n)));
    const approved = withApproval(emptyOutflowBook, much.subject, start);
    expect(judgeOutflow(approved, much, by()).kind).toBe("free");
    expect(judgeOutflow(approved, spend(transfer(sol(50n))), by()).kind).toBe("stepUp");
    expect(judgeOutflow(approved, much, by(start + 3_600_000)).kind).toBe("stepUp");
    const done = countOutflow(approved, much, by());
    expect(done && left(done.book)).toBe(dailyAllowance);
    expect(done?.book.approved).toEqual([]);
  });
});

describe("a day's wait", () => {
  const waited = (outflow: Outflow, readyAt = start): SendWaitInfo => ({
    ...waitFor(wallet, outflow),
    ...{ id: "wait", askedAt: start - allowanceWindow, readyAt, expiresAt: readyAt + allowanceWindow },
    devicePublicKey: "device" as SendWaitInfo["devicePublicKey"],
  });

  it("covers whom or what it names, up to its amount, and is used up as it is spent", () => {
    const wait = waited(transfer(sol(50n)));
    const use = (waits: readonly SendWaitInfo[], outflow: Outflow, now = start) =>
      countOutflow(emptyOutflowBook, spend(outflow), by(now, 0n, waits));
    const part = use([wait], transfer(sol(30n)));
    expect(part?.used?.left).toMatchObject({ lamports: `${sol(20n)}` });
    expect(part && left(part.book)).toBe(dailyAllowance);
    const rest = part?.used?.left ? [part.used.left] : [];
    expect(use(rest, transfer(sol(20n) + 1n))).toBeNull();
    expect(use(rest, transfer(sol(20n)))?.used?.left).toBeNull();
    expect(use([wait], transfer(sol(50n) + 1n))).toBeNull();
    expect(use([wait], transfer(sol(50n), bob))).toBeNull();
    expect(use([wait], purchase(sol(50n)))).toBeNull();
    expect(use([wait], tokens(1n))?.used ?? null).toBeNull();
    expect(use([waited(transfer(sol(50n)), start + 1)], transfer(sol(50n)))).toBeNull();
    expect(use([wait], transfer(sol(50n)), start + allowanceWindow)).toBeNull();
  });

  it("names a token, a creation, a list, or tokens for one recipient just so", () => {
    const worth = sol(90n);
    const cases: readonly (readonly [Outflow, Outflow, boolean])[] = [
      [purchase(sol(9n)), purchase(sol(9n)), true],
      [purchase(sol(9n)), purchase(sol(9n), 1n, other), false],
      [firstBuy(sol(9n)), firstBuy(sol(9n)), true],
      [firstBuy(sol(9n)), purchase(sol(9n), 1n, other), false],
      [airdrop(10n), airdrop(10n), true],
      [airdrop(10n), airdrop(11n), false],
      [airdrop(10n, "aa"), airdrop(10n, "bb"), false],
      [tokens(10n), tokens(10n), true],
      [tokens(10n), tokens(11n), false],
      [tokens(10n), tokens(10n, bob), false],
      [tokens(10n), transfer(sol(9n)), false],
    ];
    for (const [asked, done, isCovered] of cases) {
      const judgement = judgeOutflow(emptyOutflowBook, spend(done), by(start, worth, [waited(asked)]));
      expect(judgement.kind, JSON.stringify([asked, done])).toBe(isCovered ? "waited" : "stepUp");
    }
  });

  it("that is not over says when it will be", () => {
    const wait = waited(transfer(sol(9n)), start + 5);
    expect(judgeOutflow(emptyOutflowBook, spend(transfer(sol(9n))), by(start, 0n, [wait]))).toMatchObject({
      kind: "stepUp",
      pending: { readyAt: start + 5 },
    });
  });
});

describe("a sale", () => {
  const sale = (units: bigint, lamports: bigint, later = 1, signature = "sale") => ({
    ...{ signature, at: start + later, mint, units, lamports },
  });

  it("gives back what it brought for what was bought today, and never more than that had cost", () => {
    const book = counted(emptyOutflowBook, purchase(sol(4n), 100n));
    expect(left(withSale(book, sale(100n, sol(3n)), start + 1))).toBe(sol(4n));
    expect(left(withSale(book, sale(100n, sol(40n)), start + 1))).toBe(dailyAllowance);
    expect(left(withSale(book, sale(50n, sol(3n)), start + 1))).toBe(sol(3n));
    // Five times as many were sold: a fifth of what came in was for those of today.
    expect(left(withSale(book, sale(500n, sol(5n)), start + 1))).toBe(sol(2n));
  });

  it("gives back once, for its own token, and nothing for purchases that came after it", () => {
    const book = counted(emptyOutflowBook, purchase(sol(4n), 100n));
    const once = withSale(book, sale(50n, sol(1n)), start + 1);
    expect(left(withSale(once, sale(50n, sol(1n)), start + 1))).toBe(left(once));
    expect(left(withSale(book, { ...sale(100n, sol(4n)), mint: other }, start + 1))).toBe(sol(1n));
    expect(left(withSale(book, sale(100n, sol(4n), -1), start + 1))).toBe(sol(1n));
    expect(left(withSale(book, sale(0n, sol(4n)), start + 1))).toBe(sol(1n));
  });

  it("of what was bought gives back no second time by other sales of the same units", () => {
    const book = counted(emptyOutflowBook, purchase(sol(4n), 100n));
    const all = withSale(book, sale(100n, sol(2n)), start + 1);
    expect(left(withSale(all, sale(100n, sol(2n), 2, "another"), start + 2))).toBe(left(all));
  });
});

it("takes a recipient for an earlier one, or for the wallet itself, where both are shown alike", () => {
  const known = counted(emptyOutflowBook, transfer(1n, at("Ann1111aaa")));
  expect(lookalikeOf(known, wallet, transfer(1n, at("Ann2222aaa")))).toBe("Ann1111aaa");
  expect(lookalikeOf(known, at("Wal1let"), transfer(1n, at("Wal2let")))).toBe("Wal1let");
  expect(lookalikeOf(known, wallet, transfer(1n, at("Ann1111aaa")))).toBeNull();
  expect(lookalikeOf(known, wallet, purchase(1n))).toBeNull();
});
