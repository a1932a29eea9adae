import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DamagedLedgerError, DamagedRecordError, Journal } from "./journal.ts";
import { decodeRecord, type LedgerRecord } from "./record.ts";

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "journal-test-"));
  path = join(folder, "journal.bin");
});

afterEach(() => rmSync(folder, { recursive: true }));

const clockAt = (slot: number): LedgerRecord => ({
  kind: "clock",
  clock: { slot, offsetMs: -5, unixTime: 1_700_000_000, epochStart: 1_700_000_000 },
});

function readAll(): { records: LedgerRecord[]; end: number } {
  const records: LedgerRecord[] = [];
  const journal = Journal.open(path);
  journal.recover(0, (payload) => records.push(decodeRecord(payload)));
  const { end } = journal;
  journal.close();
  return { records, end };
}

function writeThree(): number[] {
  const journal = Journal.open(path);
  journal.recover(0, () => undefined);
  const offsets = [1, 2, 3].map((slot) => journal.append(clockAt(slot)));
  expect(decodeRecord(journal.read(offsets[1] ?? 0))).toEqual(clockAt(2));
  journal.close();
  return offsets;
}

it("returns the appended records", () => {
  writeThree();
  expect(readAll().records).toEqual([clockAt(1), clockAt(2), clockAt(3)]);
});

it("truncates a torn tail at every byte and continues from there", () => {
  const [, , last = 0] = writeThree();
  const whole = readFileSync(path);
  for (let size = last + 1; size < whole.length; size++) {
    writeFileSync(path, whole);
    truncateSync(path, size);
    expect(readAll()).toEqual({ records: [clockAt(1), clockAt(2)], end: last });
    expect(readFileSync(path)).toHaveLength(last);
  }
  const journal = Journal.open(path);
  journal.recover(0, () => undefined);
  journal.append(clockAt(4));
  journal.close();
  expect(readAll().records).toEqual([clockAt(1), clockAt(2), clockAt(4)]);
});

it("truncates a last record with wrong bytes", () => {
  writeThree();
  const { length } = readFileSync(path);
  truncateSync(path, length - 3);
  appendFileSync(path, Buffer.from([9, 9, 9]));
  expect(readAll().records).toHaveLength(2);
});

it("refuses a broken record in the middle, and keeps the file", () => {
  const [, second = 0] = writeThree();
  const bytes = readFileSync(path);
  bytes[second + 12] = (bytes[second + 12] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  expect(readAll).toThrow(DamagedLedgerError);
  expect(readFileSync(path)).toEqual(bytes);
});

it("distinguishes a length damaged in the middle from a torn tail", () => {
  const [, second = 0] = writeThree();
  const bytes = readFileSync(path);
  bytes.writeUInt32LE(1_000_000, second);
  writeFileSync(path, bytes);
  expect(readAll).toThrow(DamagedLedgerError);
  expect(readFileSync(path)).toEqual(bytes);
});

it("truncates a tail of zeros, as left by a power failure", () => {
  writeThree();
  const { length } = readFileSync(path);
  appendFileSync(path, Buffer.alloc(5000));
  expect(readAll()).toEqual({ records: [clockAt(1), clockAt(2), clockAt(3)], end: length });
});

it("starts at a given offset, and reports a damaged earlier record when it is read", () => {
  const [first = 0, second = 0, third = 0] = writeThree();
  const bytes = readFileSync(path);
  bytes[second + 12] = (bytes[second + 12] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  const records: LedgerRecord[] = [];
  const journal = Journal.open(path);
  journal.recover(third, (payload) => records.push(decodeRecord(payload)));
  expect(records).toEqual([clockAt(3)]);
  expect(() => journal.read(second)).toThrow(DamagedRecordError);
  expect(() => journal.read(10 ** 9)).toThrow(DamagedRecordError);
  expect(() => journal.scan(first, third, () => undefined)).toThrow(DamagedLedgerError);
  expect(decodeRecord(journal.read(first))).toEqual(clockAt(1));
  journal.close();
});
