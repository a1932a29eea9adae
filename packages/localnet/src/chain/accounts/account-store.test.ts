import fc from "fast-check";
import { expect, it } from "vitest";
import { type Key, keyAt } from "../../codec/keys.ts";
import { type ChainAccount, TOKEN_PROGRAM } from "./account.ts";
import { AccountStore } from "./account-store.ts";
import type { Memcmp } from "./facet.ts";

const keyOf = (number: number) => keyAt(Buffer.from(String(number).padStart(32, "k")));
const PROGRAMS: readonly Key[] = [keyOf(1), keyOf(2)];
const PEOPLE: readonly Key[] = [keyOf(3), keyOf(4), keyOf(5)];
const KEEP = 3;

/** Remembers the whole state at every slot: the expected view from there. */
class Naive {
  readonly #slots = new Map<number, Map<Key, ChainAccount>>();

  note(slot: number, state: ReadonlyMap<Key, ChainAccount>): void {
    this.#slots.set(slot, new Map(state));
  }

  find(slot: number, wanted: (account: ChainAccount) => boolean): Map<Key, ChainAccount> {
    const state = this.#slots.get(slot) ?? new Map<Key, ChainAccount>();
    return new Map([...state].filter(([, account]) => wanted(account)));
  }
}

const account = (owner: Key, data: Buffer): ChainAccount => ({ lamports: 1n, owner, data, executable: false });
const holding = (mint: Key, owner: Key) => {
  const data = Buffer.alloc(165);
  data.write(mint, 0, "latin1");
  data.write(owner, 32, "latin1");
  data[108] = 1;
  return account(TOKEN_PROGRAM, data);
};

const person = fc.constantFrom(...PEOPLE);
const anyState = fc.oneof(
  fc.constant(null),
  fc
    .tuple(fc.constantFrom(...PROGRAMS), fc.array(fc.nat(2), { maxLength: 4 }))
    .map(([owner, bytes]) => account(owner, Buffer.from(bytes))),
  fc.tuple(person, person).map(([mint, owner]) => holding(mint, owner)),
);
const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("write" as const), key: fc.nat(5), state: anyState }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("tick" as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("ask" as const),
      offset: fc.nat(2),
      bytes: fc.array(fc.nat(2), { maxLength: 2 }),
    }),
  },
);

const has = ({ data }: ChainAccount, { offset, bytes }: Memcmp) =>
  offset + bytes.length <= data.length && data.subarray(offset, offset + bytes.length).equals(bytes);

/** Compares two sets of accounts by identity, because states are never changed in place. */
function expectSame(found: (readonly [Key, ChainAccount])[], wanted: ReadonlyMap<Key, ChainAccount>): void {
  const odd = found.filter(([key, state]) => wanted.get(key) !== state);
  expect([odd, found.length, new Map(found).size]).toEqual([[], wanted.size, wanted.size]);
}

it("finds at every kept slot the same as a scan of all accounts of that slot", () => {
  // Enough for the store to build an index over bytes of the data at the second query.
  const crowd = Array.from({ length: 1000 }, (_, i) => ({
    key: keyOf(1000 + i),
    account: account(PROGRAMS[0] ?? keyOf(1), Buffer.from([i % 3, i % 2, i % 5])),
  }));
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 30, maxLength: 60 }), (steps) => {
      const store = new AccountStore();
      const naive = new Naive();
      const now = new Map<Key, ChainAccount>();
      let slot = 1;
      store.apply(crowd);
      for (const write of crowd) now.set(write.key, write.account);
      for (const step of steps) {
        if (step.kind === "write") {
          const key = keyOf(100 + step.key);
          store.apply([{ key, account: step.state }], slot);
          if (step.state === null) now.delete(key);
          else now.set(key, step.state);
        } else if (step.kind === "tick") {
          naive.note(slot++, now);
          store.prune(slot - KEEP);
        } else {
          naive.note(slot, now);
          const memcmp = { offset: step.offset, bytes: Buffer.from(step.bytes) };
          for (let at = Math.max(1, slot - KEEP); at <= slot; at++) {
            for (const program of PROGRAMS) {
              const found = [...store.ownedAt(program, at, [memcmp])].filter(([, found]) => has(found, memcmp));
              const wanted = naive.find(at, (known) => known.owner === program && has(known, memcmp));
              expectSame(found, wanted);
            }
            for (const who of PEOPLE) {
              const isHolding = (known: ChainAccount, start: number) =>
                known.owner === TOKEN_PROGRAM && keyAt(known.data, start) === who;
              const wanted = (start: number) => naive.find(at, (known) => isHolding(known, start));
              expectSame([...store.holdingsAt("owner", who, at)], wanted(32));
              expectSame([...store.holdingsAt("mint", who, at)], wanted(0));
            }
          }
        }
      }
    }),
    { numRuns: 40 },
  );
});

it("finds an account by an old value, after its old state is gone, only if the value is current again", () => {
  const store = new AccountStore();
  const [mint, key] = [keyOf(9), keyOf(10)];
  const holders = (slot: number, who: Key) => [...store.holdingsAt("owner", who, slot)].map(([found]) => found);
  const [anna, ben] = [keyOf(3), keyOf(4)];
  store.apply([{ key, account: holding(mint, anna) }], 1);
  store.apply([{ key, account: holding(mint, ben) }], 2);
  store.apply([{ key, account: holding(mint, anna) }], 3);
  expect([holders(1, anna), holders(2, anna), holders(2, ben), holders(3, ben)]).toEqual([[key], [], [key], []]);
  store.prune(3);
  expect([holders(3, anna), holders(3, ben)]).toEqual([[key], []]);
});
