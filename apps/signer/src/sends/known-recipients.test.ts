import type { Address } from "@tribe/contract";
import { describe, expect, it } from "vitest";
import { judgeRecipient, readSendLedger, recordRecipient, type SendLedger } from "./known-recipients.ts";

// Texts instead of addresses: only their ends are compared.
const at = (text: string) => text as Address;
const wallet = at("Wal1111111111111111111111111111111111111let");
const ann = at("Ann1111111111111111111111111111111111111aaa");
const bob = at("Bob1111111111111111111111111111111111111bbb");
const fakeAnn = at("Ann2222222222222222222222222222222222222aaa");
const start = 1_800_000_000_000;
const nobody: SendLedger = { recipients: [] };

const judge = (
  ledger: SendLedger | null,
  recipient: Address,
  { handle = null, record = null }: Partial<Pick<Parameters<typeof judgeRecipient>[2], "handle" | "record">> = {},
) => judgeRecipient(ledger, recipient, { wallet, handle, record });
const sent = (
  ledger: SendLedger,
  recipient: Address,
  { now = start, name = null, handle = null }: Partial<Parameters<typeof recordRecipient>[2]> = {},
) => recordRecipient(ledger, recipient, { now, name, handle });

describe("who a recipient is taken for", () => {
  it("warns of an address that begins and ends like one that was sent to, or like the own, each time", () => {
    const ledger = sent(nobody, ann, { name: "Ann" });
    expect(judge(ledger, fakeAnn)).toMatchObject({ lookalike: { address: ann, name: "Ann" }, doubt: "lookalike" });
    expect(judge(ledger, bob).lookalike).toBeNull();
    expect(judge(ledger, at("Wal2let"))).toMatchObject({ lookalike: { address: wallet }, doubt: "lookalike" });
    // Having been paid once makes the look-alike no less of one, and the one of before no more.
    const both = sent(ledger, fakeAnn, { now: start + 1 });
    expect(judge(both, fakeAnn).doubt).toBe("lookalike");
    expect(judge(both, ann).doubt).toBeNull();
  });

  it("knows by the wallet's record whom it paid, where this browser has lost its storage", () => {
    expect(judge(null, ann)).toMatchObject({ isFirst: true, doubt: null });
    expect(judge(null, ann, { record: { isFirst: false, lookalike: null } }).isFirst).toBe(false);
    expect(judge(null, fakeAnn, { record: { isFirst: true, lookalike: ann } })).toMatchObject({
      lookalike: { address: ann, name: null },
      doubt: "lookalike",
    });
  });

  it("warns of a handle that had another address before, and keeps the name that the person gave", () => {
    const ledger = sent(nobody, ann, { name: "Ann", handle: "ann" });
    expect(judge(ledger, bob, { handle: "ann" })).toMatchObject({ before: { address: ann }, doubt: "handle_moved" });
    expect(judge(ledger, ann, { handle: "ann" })).toMatchObject({ before: null, known: { name: "Ann", sends: 1 } });
    expect(sent(ledger, ann).recipients).toMatchObject([{ name: "Ann", handle: "ann", sends: 2 }]);
  });

  it("remembers five hundred, the latest first", () => {
    let ledger = nobody;
    for (let index = 0; index < 501; index += 1) ledger = sent(ledger, at(`${index}`));
    expect(ledger.recipients.length).toBe(500);
    expect(ledger.recipients[0]?.address).toBe("500");
  });
});

it("reads what an older version stored, and leaves out damaged entries", () => {
  const whole = sent(nobody, ann, { name: "Ann" });
  expect(readSendLedger(structuredClone(whole))).toEqual(whole);
  const older = { recipients: whole.recipients.map((each) => ({ ...each, isTyped: true })), newSends: [], tokens: [] };
  expect(readSendLedger(older)).toEqual(whole);
  for (const damaged of [null, undefined, {}, { recipients: "none" }])
    expect(readSendLedger(damaged as Partial<SendLedger> | null | undefined)).toBeNull(); // as damaged storage may return it
  expect(readSendLedger({ recipients: [null, { address: 5 }] } as unknown as SendLedger)).toEqual(nobody); // as above
});
