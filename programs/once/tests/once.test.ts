import { Rent } from "litesvm/dist/internal.js";
import { beforeEach, describe, expect, test } from "vitest";
import { isOnCurve } from "../../tests/support/curve25519.ts";
import { onceIdl } from "../../tests/support/idl.ts";
import { bent, transferLamports } from "../../tests/support/instructions.ts";
import { bytesOf, derivedAt, type Key, keyFor, keyOf, systemProgram } from "../../tests/support/keys.ts";
import { type Instruction, type Machine, rentOf, type Sent, sol } from "../../tests/support/machine.ts";
import {
  type Airdrop,
  cancel,
  close,
  firstSlot,
  init,
  listOf,
  mark,
  newAirdrops,
  placeOf,
  sizeOf,
} from "./airdrops.ts";

let machine: Machine;
let authority: Key;
let airdrop: Airdrop;
beforeEach(() => {
  ({ machine, authority, airdrop } = newAirdrops());
});

const must = (sent: Sent): Sent => {
  expect(sent.error, sent.logs().join("\n")).toBeUndefined();
  return sent;
};
const refused = (name: string, ...instructions: readonly Instruction[]) => {
  const { message, code } = onceIdl.errors.find((one) => one.name === name) ?? { message: "", code: -1 };
  const sent = machine.send(...instructions);
  expect(sent.error, sent.logs().join("\n")).toBe(code);
  expect(sent.logs().join("\n")).toContain(`Error Number: ${code}. Error Message: ${message}.`);
};
const state = (of = airdrop) => onceIdl.readAccount("once", machine.data(placeOf(of).key));
const age = (slots: bigint) => {
  machine.slot = firstSlot + slots;
};

describe("init", () => {
  test("opens an airdrop with no batch landed, at the authority's cost", () => {
    const before = machine.balance(authority);
    must(machine.send(init(airdrop)));
    expect(before - machine.balance(authority)).toBe(rentOf(sizeOf(airdrop)));
    expect(machine.data(placeOf(airdrop).key)).toHaveLength(99);
    expect(state()).toMatchObject({
      authority,
      batches: 20n,
      bump: BigInt(placeOf(airdrop).bump),
      cancelled: false,
      list: Uint8Array.from(airdrop.list),
      marked: 0n,
      slot: firstSlot,
      version: 1n,
    });
  });

  test("uses lamports that are at the address already", () => {
    machine.fund(placeOf(airdrop).key, sol);
    must(machine.send(init(airdrop)));
    expect(machine.balance(placeOf(airdrop).key)).toBe(sol);
    expect(state()).toMatchObject({ marked: 0n });
  });

  test.each([0n, 1n, 150n])("accepts a slot that is %d old", (slots) => {
    age(slots);
    must(machine.send(init(airdrop)));
  });

  test.each([
    ["more than 150 slots ago", 151n],
    ["in the next slot", -1n],
  ])("refuses an airdrop of %s", (_when, slots) => {
    age(slots);
    refused("invalidSlot", init(airdrop));
  });

  test("refuses a slot that will never be reached", () => {
    refused("invalidSlot", init({ ...airdrop, slot: 2n ** 64n - 1n }));
  });

  test.each([0n, 81_153n, 2n ** 32n - 1n])("refuses %d batches", (batches) => {
    refused("invalidBatches", init({ ...airdrop, batches }));
  });

  test("accepts as many batches as an account has bits, and marks the last of them", () => {
    const large = { ...airdrop, batches: 81_152n };
    must(machine.send(init(large)));
    expect(machine.data(placeOf(large).key)).toHaveLength(10_240);
    must(machine.send(mark(large, 81_151n)));
    refused("invalidIndex", mark(large, 81_152n));
  });

  test("opens each only once", () => {
    must(machine.send(init(airdrop)));
    refused("alreadyInitialized", init(airdrop));
    // the number of batches is not a seed of the address
    refused("alreadyInitialized", init({ ...airdrop, batches: 21n }));
  });

  test("refuses any address but the canonical one", () => {
    refused("invalidAddress", bent(init(airdrop), 1, { key: placeOf({ ...airdrop, slot: firstSlot - 1n }).key }));
    for (let bump = placeOf(airdrop).bump - 1; bump >= 0; bump -= 1) {
      const bytes = derivedAt(onceIdl.address, bump, "once", bytesOf(authority), airdrop.slot, airdrop.list);
      if (isOnCurve(bytes)) continue;
      return refused("invalidAddress", bent(init(airdrop), 1, { key: keyOf(bytes) }));
    }
    throw new Error("there is a second address");
  });

  test("refuses without a signature, a writable account, the system program, enough lamports or a known rent", () => {
    const good = init(airdrop);
    refused("missingSigner", bent(good, 0, { signer: false }));
    refused("notWritable", bent(good, 0, { writable: false }));
    refused("notWritable", bent(good, 1, { writable: false }));
    refused("invalidProgram", bent(good, 2, { key: keyFor("another program") }));
    refused("notEnoughAccounts", { ...good, metas: good.metas.slice(0, 2) });
    machine.fund(authority, rentOf(sizeOf(airdrop)) - 1n);
    refused("insufficientFunds", good);
    machine.svm.setRent(new Rent(6_960n, -1, 50));
    refused("runtimeRefused", good);
  });
});

describe("mark", () => {
  beforeEach(() => {
    must(machine.send(init(airdrop)));
  });

  test("lets each batch land once", () => {
    for (let index = 0n; index < airdrop.batches; index += 1n) {
      must(machine.send(mark(airdrop, index)));
      refused("alreadyMarked", mark(airdrop, index));
      expect(state()).toMatchObject({ marked: index + 1n });
    }
    expect([...machine.data(placeOf(airdrop).key).subarray(96)]).toEqual([255, 255, 15]);
    refused("invalidIndex", mark(airdrop, airdrop.batches));
    refused("invalidIndex", mark(airdrop, 2n ** 32n - 1n));
  });

  test("reverts the whole transaction when the batch has landed before", () => {
    const someone = keyFor("someone");
    must(machine.send(mark(airdrop, 3n), transferLamports(authority, someone, sol)));
    refused("alreadyMarked", transferLamports(authority, someone, sol), mark(airdrop, 3n));
    refused("alreadyMarked", mark(airdrop, 4n), mark(airdrop, 4n));
    expect(machine.balance(someone)).toBe(sol);
    expect(state()).toMatchObject({ marked: 1n });
  });

  test("costs at most 1,000 units, whichever batch it is", () => {
    const alone = machine.send(mark(airdrop, 0n)).units();
    expect(alone).toBeLessThanOrEqual(1_000);
    expect(machine.send(mark(airdrop, 19n)).units()).toBeLessThanOrEqual(1_000);
  });

  test("requires the authority", () => {
    const good = mark(airdrop, 0n);
    const stranger = keyFor("stranger");
    refused("invalidAuthority", bent(good, 1, { key: stranger }));
    refused("missingSigner", bent(good, 1, { signer: false }));
    refused("notWritable", bent(good, 0, { writable: false }));
    refused("notEnoughAccounts", { ...good, metas: good.metas.slice(0, 1) });
  });

  test("refuses accounts that are not airdrops of this program", () => {
    const { key } = placeOf(airdrop);
    const real = machine.get(key);
    if (!real) throw new Error("there is one");
    const copy = keyFor("copy");
    machine.set(copy, real);
    refused("invalidOnce", bent(mark(airdrop, 0n), 0, { key: copy }));
    const spoilt = (change: (data: Buffer) => void) => {
      const data = Buffer.from(real.data);
      change(data);
      machine.set(key, { ...real, data });
    };
    machine.set(key, { ...real, owner: systemProgram });
    refused("invalidOnce", mark(airdrop, 0n));
    machine.set(key, { ...real, data: real.data.subarray(0, 95) });
    refused("invalidOnce", mark(airdrop, 0n));
    spoilt((data) => data.fill(0, 0, 8));
    refused("invalidOnce", mark(airdrop, 0n));
    spoilt((data) => data.fill(2, 8, 9));
    refused("unsupportedVersion", mark(airdrop, 0n));
    spoilt((data) => data.writeBigUInt64LE(firstSlot + 1n, 24));
    refused("invalidOnce", mark(airdrop, 0n));
    // more batches than it has bits for
    spoilt((data) => data.writeUInt32LE(1_000, 12));
    refused("invalidIndex", mark(airdrop, 999n));
  });

  test("refuses data of another length", () => {
    const good = mark(airdrop, 0n);
    refused("invalidData", { ...good, data: good.data.subarray(0, 11) });
    refused("invalidData", { ...good, data: Buffer.concat([good.data, Buffer.of(0)]) });
    for (const one of [init(airdrop), cancel(airdrop), close(airdrop)])
      refused("invalidData", { ...one, data: Buffer.concat([one.data, Buffer.of(0)]) });
  });
});

describe("cancel", () => {
  beforeEach(() => {
    must(machine.send(init(airdrop)));
  });

  test("lets no further batch land, and may be sent again", () => {
    must(machine.send(mark(airdrop, 1n)));
    must(machine.send(cancel(airdrop)));
    must(machine.send(cancel(airdrop)));
    refused("cancelled", mark(airdrop, 0n));
    refused("cancelled", mark(airdrop, 1n));
    expect(state()).toMatchObject({ cancelled: true, marked: 1n });
  });

  test("requires the authority", () => {
    const stranger = keyFor("stranger");
    refused("invalidAuthority", bent(cancel(airdrop), 1, { key: stranger }));
    refused("missingSigner", bent(cancel(airdrop), 1, { signer: false }));
    refused("notWritable", bent(cancel(airdrop), 0, { writable: false }));
    refused("notEnoughAccounts", { ...cancel(airdrop), metas: [] });
  });
});

describe("close", () => {
  beforeEach(() => {
    must(machine.send(init(airdrop)));
  });
  const markAll = () => {
    for (let index = 0n; index < airdrop.batches; index += 1n) must(machine.send(mark(airdrop, index)));
  };

  test("gives the authority all lamports once every batch has landed and the slot is more than 150 old", () => {
    markAll();
    const { key } = placeOf(airdrop);
    must(machine.send(transferLamports(authority, key, 5n)));
    age(150n);
    refused("notClosable", close(airdrop));
    age(151n);
    const before = machine.balance(authority);
    must(machine.send(close(airdrop)));
    expect(machine.balance(authority) - before).toBe(rentOf(sizeOf(airdrop)) + 5n);
    expect(machine.get(key)).toBeUndefined();
  });

  test("waits for the last batch", () => {
    for (let index = 1n; index < airdrop.batches; index += 1n) must(machine.send(mark(airdrop, index)));
    age(1_000n);
    refused("notClosable", close(airdrop));
    must(machine.send(mark(airdrop, 0n)));
    must(machine.send(close(airdrop)));
  });

  test("also closes a cancelled airdrop, which then accepts no batch and can't be reopened", () => {
    must(machine.send(cancel(airdrop)));
    refused("notClosable", close(airdrop));
    age(151n);
    must(machine.send(close(airdrop)));
    refused("invalidOnce", mark(airdrop, 0n));
    refused("invalidSlot", init(airdrop));
    // not even when somebody sends lamports to the address
    must(machine.send(transferLamports(authority, placeOf(airdrop).key, sol)));
    refused("invalidOnce", mark(airdrop, 0n));
    refused("invalidSlot", init(airdrop));
  });

  test("leaves no airdrop for later instructions of the same transaction", () => {
    markAll();
    age(151n);
    const revive = transferLamports(authority, placeOf(airdrop).key, sol);
    refused("invalidOnce", close(airdrop), revive, mark(airdrop, 0n));
    refused("invalidSlot", close(airdrop), revive, init(airdrop));
    must(machine.send(close(airdrop), revive));
    expect(machine.get(placeOf(airdrop).key)).toMatchObject({ owner: systemProgram, lamports: sol });
  });

  test("pays only the authority, and needs no signature", () => {
    must(machine.send(cancel(airdrop)));
    age(151n);
    const good = close(airdrop);
    refused("invalidAuthority", bent(good, 1, { key: keyFor("stranger") }));
    refused("notWritable", bent(good, 0, { writable: false }));
    refused("notWritable", bent(good, 1, { writable: false }));
    refused("notEnoughAccounts", { ...good, metas: good.metas.slice(0, 1) });
    expect(good.metas.some(({ signer }) => signer)).toBe(false);
    must(machine.send(good));
  });
});

test("an unknown instruction is refused with Anchor's code", () => {
  const good = mark(airdrop, 0n);
  expect(machine.send({ ...good, data: Buffer.alloc(8) }).error).toBe(101);
  expect(machine.send({ ...good, data: Buffer.alloc(7) }).error).toBe(101);
});

test("two lists of one authority, and one list of two authorities, are separate airdrops", () => {
  const other = keyFor("other");
  machine.fund(other, sol);
  const all = [airdrop, { ...airdrop, list: listOf("another") }, { ...airdrop, authority: other }];
  for (const one of all) must(machine.send(init(one)));
  const [first, second, third] = all;
  if (!first || !second || !third) throw new Error("three");
  must(machine.send(mark(first, 0n)));
  must(machine.send(mark(second, 0n)));
  must(machine.send(mark(third, 0n)));
  refused("invalidAuthority", bent(mark(third, 1n), 1, { key: authority }));
});
