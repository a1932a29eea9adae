import { type Address, lamportsPerSol } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dailyAllowance,
  emptySendLedger,
  judgePurchase,
  judgeSend,
  readSendLedger,
  recordPurchase,
  recordSend,
  type SendLedger,
} from "./send-ledger.ts";

// Texts instead of addresses: only their ends are compared.
const at = (text: string) => text as Address;
const wallet = at("Wal1111111111111111111111111111111111111let");
const ann = at("Ann1111111111111111111111111111111111111aaa");
const bob = at("Bob1111111111111111111111111111111111111bbb");
const fakeAnn = at("Ann2222222222222222222222222222222222222aaa");
const sol = (whole: bigint) => whole * lamportsPerSol;
const day = 86_400_000;
const start = 1_800_000_000_000;

const judge = (
  ledger: SendLedger | null,
  recipient: Address,
  lamports: bigint,
  now = start,
  handle: string | null = null,
) => judgeSend(ledger, { recipient, lamports, isToken: lamports === 0n }, { wallet, handle, now });
const sent = (
  ledger: SendLedger | null,
  recipient: Address,
  lamports: bigint,
  { now = start, isTyped = false, name = null, handle = null }: Partial<Parameters<typeof recordSend>[2]> = {},
) => recordSend(ledger, { recipient, lamports, isToken: lamports === 0n }, { now, isTyped, name, handle });

describe("what a device may send by a press alone", () => {
  it("is 5 SOL a day to all new addresses together", () => {
    expect(judge(emptySendLedger, ann, sol(5n)).stepUp).toBeNull();
    expect(judge(emptySendLedger, ann, sol(5n) + 1n).stepUp).toBe("allowance");
    const ledger = sent(emptySendLedger, ann, sol(3n));
    expect(judge(ledger, bob, sol(2n)).stepUp).toBeNull();
    expect(judge(ledger, bob, sol(2n) + 1n).stepUp).toBe("allowance");
    expect(judge(ledger, bob, sol(5n), start + day).stepUp).toBeNull();
  });

  it("covers tokens that this device never bought, together with sends to new recipients", () => {
    const buy = (ledger: SendLedger | null, mint: Address, lamports: bigint, now = start) =>
      judgePurchase(ledger, { mint, lamports }, now).stepUp;
    const bought = (ledger: SendLedger | null, mint: Address, lamports: bigint, now = start, isTyped = false) =>
      recordPurchase(ledger, { mint, lamports }, { now, isTyped });
    expect(buy(null, ann, 1n)).toBe("allowance");
    expect(buy(emptySendLedger, ann, sol(5n) + 1n)).toBe("allowance");
    const ledger = bought(sent(emptySendLedger, bob, sol(3n)), ann, sol(2n));
    expect(buy(ledger, ann, 1n)).toBe("allowance");
    expect(judge(ledger, bob, 1n).stepUp).toBe("allowance");
    // Known a day after the first purchase, and unlimited from then on.
    expect(buy(ledger, ann, sol(50n), start + day)).toBeNull();
    const known = bought(ledger, ann, sol(50n), start + day);
    expect(judge(known, bob, sol(5n), start + day).stepUp).toBeNull();
    // Known at once if more than a press confirmed it.
    expect(buy(bought(emptySendLedger, ann, sol(50n), start, true), ann, sol(50n))).toBeNull();
    // Recording a recipient keeps the tokens, and recording a token keeps the recipients.
    expect(sent(ledger, bob, 1n).tokens).toEqual(ledger.tokens);
    expect(ledger.recipients.map(({ address }) => address)).toEqual([bob]);
  });

  it("is nothing without a record, and never includes tokens to a new recipient", () => {
    expect(judge(null, ann, 1n).stepUp).toBe("allowance");
    expect(judge(emptySendLedger, ann, 0n).stepUp).toBe("tokens");
    // A tiny send does not make the recipient known on the same day.
    const ledger = sent(emptySendLedger, ann, 1n);
    expect(judge(ledger, ann, 0n).stepUp).toBe("tokens");
    expect(judge(ledger, ann, sol(6n), start + day - 1).stepUp).toBe("allowance");
    expect(judge(ledger, ann, sol(6n), start + day).stepUp).toBeNull();
  });

  it("is unlimited for recipients who were confirmed by more than a press, and that uses no allowance", () => {
    const ledger = sent(emptySendLedger, ann, sol(50n), { isTyped: true });
    expect(judge(ledger, ann, sol(50n))).toMatchObject({ isFirst: false, stepUp: null });
    const again = sent(ledger, ann, sol(70n));
    expect(again.newSends).toEqual(ledger.newSends);
    expect(judge(again, ann, 0n).stepUp).toBeNull();
  });

  it("never exceeds the allowance in any day, whatever is sent when", () => {
    const step = fc.record({
      recipient: fc.constantFrom(ann, bob, at("Cyd1111111111111111111111111111111111111ccc")),
      lamports: fc.bigInt({ min: 1n, max: sol(6n) }),
      later: fc.integer({ min: 0, max: day / 2 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let [ledger, now] = [emptySendLedger, start];
        const done: { now: number; lamports: bigint; isNew: boolean }[] = [];
        for (const { recipient, lamports, later } of steps) {
          now += later;
          if (judge(ledger, recipient, lamports, now).stepUp !== null) continue;
          const known = ledger.recipients.find(({ address }) => address === recipient);
          done.push({ now, lamports, isNew: !known || now - known.since < day });
          ledger = sent(ledger, recipient, lamports, { now });
        }
        for (const { now: end } of done) {
          const within = done.filter((each) => each.isNew && each.now <= end && end - each.now < day);
          expect(within.reduce((sum, each) => sum + each.lamports, 0n)).toBeLessThanOrEqual(dailyAllowance);
        }
      }),
    );
  });
});

describe("who a recipient is taken for", () => {
  it("warns of an address that begins and ends like one that was sent to, or like the own", () => {
    const ledger = sent(emptySendLedger, ann, 1n, { name: "Ann" });
    expect(judge(ledger, fakeAnn, 1n)).toMatchObject({ lookalike: { address: ann, name: "Ann" }, doubt: "lookalike" });
    expect(judge(ledger, bob, 1n).lookalike).toBeNull();
    expect(judge(ledger, at("Wal2let"), 1n)).toMatchObject({ lookalike: { address: wallet }, doubt: "lookalike" });
    // A doubt does not bypass the allowance.
    expect(judge(ledger, fakeAnn, sol(6n))).toMatchObject({ doubt: "lookalike", stepUp: "allowance" });
  });

  it("warns of a handle that had another address before, and keeps the name that the person gave", () => {
    const ledger = sent(emptySendLedger, ann, 1n, { name: "Ann", handle: "ann", isTyped: true });
    expect(judge(ledger, bob, 1n, start, "ann")).toMatchObject({ before: { address: ann }, doubt: "handle_moved" });
    expect(judge(ledger, ann, 1n, start, "ann")).toMatchObject({ before: null, known: { name: "Ann", sends: 1 } });
    expect(sent(ledger, ann, 1n).recipients).toMatchObject([{ name: "Ann", handle: "ann", sends: 2 }]);
  });

  it("remembers five hundred, the latest first", () => {
    let ledger: SendLedger = emptySendLedger;
    for (let index = 0; index < 501; index += 1) ledger = sent(ledger, at(`${index}`), 1n);
    expect(ledger.recipients.length).toBe(500);
    expect(ledger.recipients[0]?.address).toBe("500");
  });
});

it("rejects a damaged record: then there is no allowance", () => {
  const whole = sent(emptySendLedger, ann, 5n, { name: "Ann" });
  expect(readSendLedger(structuredClone(whole))).toEqual(whole);
  for (const damaged of [null, undefined, {}, { recipients: [] }, { recipients: [null], newSends: [] }])
    expect(readSendLedger(damaged as Partial<SendLedger> | null | undefined)).toBeNull(); // as damaged storage may return it
  expect(readSendLedger({ ...whole, newSends: [{ at: 1, lamports: 5 }] } as unknown as SendLedger)).toBeNull(); // number instead of bigint
});
