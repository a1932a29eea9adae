import { type Address, lamportsPerSol, type Outflow, type Spend } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  agreedOutcomes,
  allowanceWindow,
  type BookedMessage,
  countOutflow,
  dailyAllowance,
  emptyOutflowBook,
  type FinalizedTransaction,
  judgeOutflow,
  lastHeightOf,
  messagesToAskAbout,
  type OutflowBook,
  outcomeBy,
  type SaidOutcome,
  withOutcomes,
  withSale,
} from "./index.ts";

const sol = (whole: bigint) => whole * lamportsPerSol;
const start = 1_800_000_000_000;
// Texts instead of an address and digests: they are only compared.
const [wallet, mint] = ["wallet" as Address, "mint" as Address];
const spendOf = (subject: string, lamports: bigint): Spend => ({
  subject: subject as Spend["subject"],
  outflow: { kind: "purchase", mint, lamports: `${lamports}`, units: "100" } satisfies Outflow,
});
const judgedAt = (now: number) => ({ now, waits: [], tokensWorth: 0n });
const booked = (subject: string, height = 1_000): BookedMessage => ({ wallet, subject, slot: height - 32, height });
const left = (book: OutflowBook, now = start): bigint => {
  const judgement = judgeOutflow(book, spendOf("any", sol(1_000n)), judgedAt(now));
  return judgement.kind === "stepUp" ? judgement.left : -1n;
};
const counted = (
  book: OutflowBook,
  message: BookedMessage | null,
  lamports: bigint,
  subject = message?.subject ?? "?",
) => {
  const next = countOutflow(book, spendOf(subject, lamports), judgedAt(start), message);
  if (!next) throw new Error("it is more than the allowance");
  return next.book;
};
const subjectsToCheck = (book: OutflowBook, lamports: bigint, hasSales = false) =>
  messagesToAskAbout(book, spendOf("next", lamports), { ...judgedAt(start), hasSales }).map(({ subject }) => subject);

describe("what failed or expired", () => {
  const [one, two] = [booked("one"), booked("two")];
  const book = counted(counted(emptyOutflowBook, one, sol(2n)), two, sol(2n));

  it("is given back once, and counts again where it has landed after all", () => {
    const back = withOutcomes(book, [{ message: one, hasLanded: false }], start);
    expect([left(book), left(back)]).toEqual([sol(1n), sol(3n)]);
    expect(left(withOutcomes(back, [{ message: one, hasLanded: false }], start))).toBe(sol(3n));
    const again = withOutcomes(back, [{ message: one, hasLanded: true }], start);
    expect(left(again)).toBe(sol(1n));
    // What has landed stays landed.
    expect(left(withOutcomes(again, [{ message: one, hasLanded: false }], start))).toBe(sol(1n));
  });

  it("is given back for exactly the message that was counted, and nothing for one that nobody can look up", () => {
    for (const other of [booked("three"), booked("one", 2_000)])
      expect(left(withOutcomes(book, [{ message: other, hasLanded: false }], start))).toBe(sol(1n));
    const unknown = counted(emptyOutflowBook, null, sol(4n), "one");
    expect(left(withOutcomes(unknown, [{ message: one, hasLanded: false }], start))).toBe(sol(1n));
    // Counted with another message's place.
    expect(
      left(withOutcomes(counted(emptyOutflowBook, one, sol(4n), "two"), [{ message: one, hasLanded: false }], start)),
    ).toBe(sol(1n));
  });

  it("is asked about only where the day would be exceeded, and before a sale gives back", () => {
    expect(subjectsToCheck(book, sol(1n))).toEqual([]);
    expect(subjectsToCheck(book, sol(1n) + 1n)).toEqual(["one", "two"]);
    expect(subjectsToCheck(book, 1n, true)).toEqual(["one", "two"]);
    const back = withOutcomes(book, [{ message: one, hasLanded: false }], start);
    // It fits only because of what was given back: whether that still holds is asked again.
    expect(subjectsToCheck(back, sol(3n))).toEqual(["one", "two"]);
    expect(subjectsToCheck(back, 1n, true)).toEqual(["two"]);
    expect(subjectsToCheck(withOutcomes(back, [{ message: two, hasLanded: true }], start), sol(3n))).toEqual(["one"]);
    let many = emptyOutflowBook;
    for (let count = 0; count < 50; count += 1) many = counted(many, booked(`${count}`), sol(1n) / 10n);
    expect(subjectsToCheck(many, sol(1n))).toEqual(Array.from({ length: 20 }, (_, index) => `${30 + index}`));
  });

  it("takes no share of a sale: what it did not buy was not sold", () => {
    const sale = { signature: "sale", at: start + 1, mint, units: 100n, lamports: sol(2n) };
    const back = withOutcomes(book, [{ message: one, hasLanded: false }], start);
    expect(left(withSale(back, sale, start + 1))).toBe(dailyAllowance);
  });
});

describe("the nodes", () => {
  const message = booked("one");
  it("must all say that a message never lands; one is enough to say that it has", () => {
    const agreed = (...outcomes: readonly SaidOutcome[]) =>
      agreedOutcomes(
        [message],
        outcomes.map((each) => [each]),
      )[0]?.hasLanded;
    expect(agreed("never", "never")).toBe(false);
    expect(agreed("landed", "never")).toBe(true);
    expect(agreed("never", "unknown")).toBeUndefined();
    expect(agreed()).toBeUndefined();
    expect(agreedOutcomes([message], [["never"], []])).toEqual([]);
  });

  it("say so by a failure, or by everything that they have finalized to the last block in which it can land", () => {
    const failed = { subject: "one", hasFailed: true };
    const others = [{ subject: "two", hasFailed: false }];
    expect(outcomeBy(message, others, false)).toBe("unknown");
    expect(outcomeBy(message, others, true)).toBe("never");
    expect(outcomeBy(message, [...others, failed], false)).toBe("never");
    expect(outcomeBy(message, [failed, { subject: "one", hasFailed: false }], true)).toBe("landed");
    // The chain takes it for 150 blocks; as many again for a history that is behind.
    expect(lastHeightOf(message)).toBe(message.height + 300);
  });
});

/** Blocks between a node's newest and its finalized one. */
const finality = 32;
/** Blocks for which a blockhash can be used. */
const valid = 150;

/** A press of a model, and what becomes of its message. */
const pressed = fc.record({
  kind: fc.constant("press" as const),
  lamports: fc.oneof(fc.constant(dailyAllowance), fc.bigInt({ min: 1n, max: dailyAllowance })),
  /** Blocks since that of its blockhash. */
  age: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: valid })),
  /** Blocks until it is sent: it lands then, if its blockhash still counts. */
  sentAfter: fc.oneof(fc.integer({ min: 0, max: valid + 20 }), fc.constant(valid), fc.constant(null)),
  fails: fc.boolean(),
  /** Signs an earlier message once more instead. */
  again: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.nat({ max: 5 })),
});
const passed = fc.record({
  kind: fc.constant("pass" as const),
  blocks: fc.oneof(fc.integer({ min: 0, max: 160 }), fc.integer({ min: 250, max: 450 })),
  /** The chain may stand still meanwhile. ms */
  time: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 600_000 }) },
    fc.integer({ min: 0, max: allowanceWindow }),
  ),
});
/** Blocks by which the honest node is behind. */
const behind = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 }), fc.constant(400));
/** What the other nodes say. */
const nodesAnswers = {
  lies: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom<SaidOutcome[]>([], ["never"]) },
    fc.array(fc.constantFrom<SaidOutcome>("never", "landed", "unknown"), { maxLength: 2 }),
  ),
  place: fc.record({ slot: fc.nat({ max: 2_000 }), height: fc.nat({ max: 2_000 }) }),
};
const step = fc.record({ act: fc.oneof(pressed, passed), ...nodesAnswers });

describe("the law", () => {
  it("is 5 SOL's worth in any 24 hours of what really left, whatever fails, lies and lands late, while one node is honest", () => {
    let givenBack = 0;
    const steps = fc.array(step, { minLength: 1, maxLength: 60, size: "max" });
    const run = fc.property(steps, behind, (decreases, lag) => {
      let [book, now, height] = [emptyOutflowBook, start, 1_000];
      /** By digest; `hash` is the height of its blockhash. */
      const signed = new Map<string, { readonly at: number; readonly lamports: bigint; readonly hash: number }>();
      const waiting: { readonly subject: string; readonly at: number; readonly fails: boolean }[] = [];
      const landed = new Map<string, FinalizedTransaction & { readonly slot: number }>();
      const land = () => {
        for (const { subject, at, fails } of waiting) {
          const hash = signed.get(subject)?.hash ?? 0;
          // The chain takes a message once, and not after its blockhash is over.
          if (at > height || at > hash + valid || landed.has(subject)) continue;
          landed.set(subject, { subject, hasFailed: fails, slot: at });
        }
      };
      decreases.forEach(({ act, lies, place }, index) => {
        if (act.kind === "pass") {
          height += act.blocks;
          now += act.time;
          land();
          return;
        }
        const known = act.again === null ? undefined : [...signed.entries()][act.again];
        const [subject, { lamports, hash }] = known ?? [`${index}`, { lamports: act.lamports, hash: height - act.age }];
        const spend = spendOf(subject, lamports);
        const by = judgedAt(now);
        // First the chain is asked, as before every judgement that needs it.
        const messages = messagesToAskAbout(book, spend, { ...by, hasSales: false });
        const finalized = height - lag - finality;
        const honest = messages.map((message) => {
          const seen = [...landed.values()].filter(({ slot }) => slot >= message.slot && slot <= finalized);
          return outcomeBy(message, seen, finalized >= lastHeightOf(message));
        });
        const outcomes = agreedOutcomes(messages, [...lies.map((lie) => messages.map(() => lie)), honest]);
        givenBack += outcomes.filter(({ hasLanded }) => !hasLanded).length;
        book = withOutcomes(book, outcomes, now);
        // A node that is behind doesn't know the newest blockhashes, nor one that is over.
        const knows = hash <= height - lag && height - lag <= hash + valid;
        const own = { slot: height - lag - finality, height: height - lag };
        const places = lies.length > 0 ? [own, place] : [own];
        const message = knows
          ? {
              wallet,
              subject,
              slot: Math.min(...places.map(({ slot }) => slot)),
              height: Math.max(...places.map((each) => each.height)),
            }
          : null;
        const next = countOutflow(book, spend, by, message);
        if (!next) return;
        book = next.book;
        if (!signed.has(subject)) signed.set(subject, { at: now, lamports, hash });
        if (act.sentAfter !== null) waiting.push({ subject, at: height + act.sentAfter, fails: act.fails });
        land();
      });
      height += 10_000;
      land();
      const left = [...signed.entries()].filter(([subject]) => landed.get(subject)?.hasFailed === false);
      for (const [, { at: end }] of left) {
        const within = left.filter(([, { at }]) => at <= end && end - at < allowanceWindow);
        const sum = within.reduce((total, [, { lamports }]) => total + lamports, 0n);
        expect(sum).toBeLessThanOrEqual(dailyAllowance);
      }
    });
    fc.assert(run, { numRuns: 500 });
    // Otherwise nothing of this was tried.
    expect(givenBack).toBeGreaterThan(100);
  });
});
