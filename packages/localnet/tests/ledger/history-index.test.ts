import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keyAt, type Sig, sigAt } from "../../src/codec/keys.ts";
import { HistoryIndex, type NamedTransaction } from "../../src/ledger/history.ts";
import { SEGMENT_PLACES } from "../../src/ledger/history-segment.ts";
import { temporaryFolder } from "../support.ts";

const PEOPLE = Array.from({ length: 300 }, (_, i) => keyAt(Buffer.alloc(32, `person ${i}`)));
const EVERYBODY = keyAt(Buffer.alloc(32));
const STRANGER = keyAt(Buffer.alloc(32, "stranger"));
const BYTES = 100;
const CHAIN_ID = Buffer.alloc(16, 7);

interface Entry extends NamedTransaction {
  readonly slot: number;
  readonly offset: number;
}

/** A stand-in for a journal: a transaction every 100 bytes, ten in every other slot. */
function makeEntry(place: number): Entry {
  const signature = Buffer.alloc(64);
  signature.writeUInt32LE((place * 2_654_435_761) % 2 ** 32, 0);
  signature.writeUInt32LE(place, 60);
  const [a, b] = [PEOPLE[place % PEOPLE.length], PEOPLE[(place * 7) % 11]];
  const keys = [EVERYBODY, a ?? EVERYBODY, b ?? EVERYBODY];
  return { signature: sigAt(signature), keys, slot: 2 * Math.floor(place / 10), offset: place * BYTES };
}

const journal = Array.from({ length: SEGMENT_PLACES * 2 + 5_000 }, (_, place) => makeEntry(place));
const entryAt = (place: number): Entry => {
  const entry = journal[place];
  if (entry === undefined) throw new Error("no such place");
  return entry;
};
const folder = temporaryFolder();
const open = (path: string, chainId = CHAIN_ID) =>
  new HistoryIndex({
    folder: path,
    chainId,
    named: (offset) => entryAt(offset / BYTES),
    signed: (offset) => entryAt(offset / BYTES).signature,
  });

/** Adds missing entries, as a start does; returns how many were there already. */
function complete(index: HistoryIndex, until = journal.length): number {
  const before = index.count;
  expect(index.journalEnd).toBe(before * BYTES);
  for (const entry of journal.slice(before, until)) {
    index.add(entry.slot, entry.offset, entry.offset + BYTES, entry);
  }
  return before;
}

/** Compares with a scan of everything. */
function expectRight(index: HistoryIndex): void {
  expect(index.count).toBe(journal.length);
  for (let place = 0; place < journal.length; place += 4_999) {
    const { signature, slot, offset } = entryAt(place);
    expect([index.indexOf(signature), index.slotAt(place), index.offsetAt(place)]).toEqual([place, slot, offset]);
    expect(index.inSlot(slot)).toEqual([Math.floor(place / 10) * 10, Math.floor(place / 10) * 10 + 10]);
    expect(index.inSlot(slot + 1)).toEqual([Math.floor(place / 10) * 10 + 10, Math.floor(place / 10) * 10 + 10]);
  }
  const unknown = sigAt(Buffer.alloc(64, 255)) satisfies Sig;
  expect(index.indexOf(unknown)).toBeUndefined();
  expect([index.slotAt(-1), index.slotAt(journal.length), index.firstSlot]).toEqual([undefined, undefined, 0]);
  for (const key of [PEOPLE[0] ?? STRANGER, PEOPLE[250] ?? STRANGER, STRANGER]) {
    const wanted = journal.flatMap(({ keys }, place) => (keys.includes(key) ? [place] : [])).reverse();
    expect([...index.withAddress(key)]).toEqual(wanted);
    for (const before of [0, 1, SEGMENT_PLACES, SEGMENT_PLACES + 1, 40_000, journal.length + 5]) {
      expect([...index.withAddress(key, before)]).toEqual(wanted.filter((place) => place < before));
    }
  }
  let next = journal.length;
  for (const place of index.withAddress(EVERYBODY)) if (place !== --next) break;
  expect(next).toBe(0);
}

beforeAll(() => {
  const index = open(folder.path);
  complete(index, 20_000);
  index.save();
  complete(index);
  index.save();
  index.close();
});
afterAll(() => folder.remove());

/** Opens a damaged copy, completes and compares it; returns how many entries it had at first. */
function afterwards(happen: (path: string, names: string[]) => void, chainId = CHAIN_ID): number {
  const copy = temporaryFolder();
  cpSync(folder.path, copy.path, { recursive: true });
  happen(copy.path, readdirSync(copy.path).sort());
  const index = open(copy.path, chainId);
  const had = complete(index);
  expectRight(index);
  index.save();
  index.close();
  const again = open(copy.path, chainId);
  expect(again.count).toBe(journal.length);
  again.close();
  copy.remove();
  return had;
}

describe("an index of the history on disk", () => {
  it("finds everything after it was opened again, without new entries", () => {
    expect(afterwards(() => undefined)).toBe(journal.length);
  });

  it("continues after a kill from its last save", () => {
    const copy = temporaryFolder();
    const killed = open(copy.path);
    complete(killed, 100);
    killed.save();
    complete(killed, 5_000);
    killed.close();
    const second = open(copy.path);
    expect(complete(second, SEGMENT_PLACES + 10)).toBe(100);
    second.close();
    const third = open(copy.path);
    expect(complete(third)).toBe(SEGMENT_PLACES);
    expectRight(third);
    third.close();
    copy.remove();
  });

  it("is rebuilt from the first file on that is missing, truncated, damaged or half-written", () => {
    const [first = "", second = "", third = ""] = readdirSync(folder.path).sort();
    const harm: readonly ((path: string) => void)[] = [
      (path) => rmSync(path),
      (path) => truncateSync(path, 1_000),
      (path) => truncateSync(path, 0),
      (path) => {
        const bytes = readFileSync(path);
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 16;
        writeFileSync(path, bytes);
      },
    ];
    expect(harm.map((happen) => afterwards((path) => happen(join(path, second))))).toEqual(
      harm.map(() => SEGMENT_PLACES),
    );
    expect(afterwards((path) => truncateSync(join(path, first), 70))).toBe(0);
    expect(afterwards((path) => truncateSync(join(path, third), 70))).toBe(SEGMENT_PLACES * 2);
    expect(afterwards((path) => writeFileSync(join(path, `${third}.tmp`), "half"))).toBe(journal.length);
  });

  it("rejects files of another chain, and files in the wrong place", () => {
    expect(afterwards(() => undefined, Buffer.alloc(16, 8))).toBe(0);
    expect(afterwards((path, [first = "", second = ""]) => cpSync(join(path, first), join(path, second)))).toBe(
      SEGMENT_PLACES,
    );
  });

  it("drops entries that the journal has lost", () => {
    const index = open(folder.path);
    index.dropFrom((SEGMENT_PLACES + 5) * BYTES);
    expect([index.count, index.journalEnd]).toEqual([SEGMENT_PLACES, SEGMENT_PLACES * BYTES]);
    expect(readdirSync(folder.path)).toHaveLength(1);
    complete(index);
    expectRight(index);
    index.save();
    index.close();
  });
});
