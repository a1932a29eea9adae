import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChainAccount, SYSTEM_PROGRAM } from "../../src/chain/accounts/account.ts";
import { Chain } from "../../src/chain/chain.ts";
import type { Key, Sig } from "../../src/codec/keys.ts";
import { keyAt } from "../../src/codec/keys.ts";
import { DamagedLedgerError, DamagedRecordError } from "../../src/ledger/journal.ts";
import { serve } from "../../src/server.ts";
import { anyAddress, field, POLL_TIMEOUT, temporaryFolder } from "../support.ts";

const keyOf = (address: { toBytes(): Uint8Array }) => keyAt(Buffer.from(address.toBytes()));
const digestOf = ({ lamports, owner, executable, data }: ChainAccount) =>
  createHash("sha256").update(`${lamports} ${executable} ${owner}`, "latin1").update(data).digest("hex");
const stateOf = (chain: Chain) => new Map(chain.accounts.entries().map(([key, account]) => [key, digestOf(account)]));
const flip = (path: string, at: number) => {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
};

const people: readonly Key[] = Array.from({ length: 10 }, () => keyOf(anyAddress()));
const somebody = people[0] ?? keyOf(anyAddress());
const folder = temporaryFolder();
const signatures: Sig[] = [];
let state: Map<Key, string>;
let statuses: unknown[];
let slot = 0;

function open(path: string, notices: string[] = []): Chain {
  return Chain.open({ ledger: path, autoTick: false, onNotice: (args) => notices.push(args) });
}

function expectWhole(chain: Chain): void {
  expect(stateOf(chain)).toEqual(state);
  expect(chain.history.count).toBe(signatures.length);
  expect(signatures.map((signature) => chain.history.indexOf(signature))).toEqual([...signatures.keys()]);
  expect(signatures.map((signature) => chain.recentStatus(signature))).toEqual(statuses);
  expect(chain.slot).toBeGreaterThan(slot);
}

/** A copy of the closed ledger, to be damaged. */
async function withCopy(work: (path: string) => unknown): Promise<void> {
  const copy = temporaryFolder();
  cpSync(folder.path, copy.path, { recursive: true });
  await work(copy.path);
  copy.remove();
}

beforeAll(async () => {
  const chain = open(folder.path);
  for (let i = 0; i < 1_500; i++) {
    signatures.push(chain.airdrop(people[i % people.length] ?? somebody, 1_000_000n + BigInt(i)).signature);
    if (i % 10 === 0) chain.tick();
  }
  state = stateOf(chain);
  statuses = signatures.map((signature) => chain.recentStatus(signature));
  slot = chain.slot;
  await chain.close();
  expect(readdirSync(folder.path).sort()).toEqual([
    "accounts.snapshot",
    "clock.bin",
    "history.000000000000",
    "journal.bin",
  ]);
});
afterAll(() => folder.remove());

describe("data derived from the journal", () => {
  it("is the same with snapshot and index, with either, and with neither", async () => {
    for (const lost of [
      [],
      ["accounts.snapshot"],
      ["history.000000000000"],
      ["accounts.snapshot", "history.000000000000"],
    ]) {
      await withCopy(async (path) => {
        for (const name of lost) rmSync(join(path, name));
        const chain = open(path);
        expectWhole(chain);
        await chain.close();
      });
    }
  });

  it("is rebuilt, with one message, when the snapshot is damaged or of the previous version", async () => {
    const size = readFileSync(join(folder.path, "accounts.snapshot")).length;
    const harm: readonly ((path: string) => void)[] = [
      ...[0, 8, 20, 100, size >> 1, size - 1].map((at) => (path: string) => flip(path, at)),
      (path) => truncateSync(path, size - 1),
      (path) => truncateSync(path, 0),
      // As version 1 began: its name, its number, the end of the journal, a count.
      (path) => writeFileSync(path, Buffer.concat([Buffer.from("tribesnp\x01\0"), Buffer.alloc(30)])),
    ];
    for (const happen of harm) {
      await withCopy(async (path) => {
        happen(join(path, "accounts.snapshot"));
        const notices: string[] = [];
        let chain = open(path, notices);
        expectWhole(chain);
        expect(notices).toEqual([expect.stringContaining("made anew from the journal (1500 transactions)")]);
        await chain.close();
        chain = open(path, notices);
        expectWhole(chain);
        expect(notices).toHaveLength(1);
        await chain.close();
      });
    }
  });

  it("is not taken from the files of another chain", async () => {
    await withCopy(async (path) => {
      const other = temporaryFolder();
      const chain = open(other.path);
      chain.airdrop(somebody, 5_000_000n);
      await chain.close();
      const names = readdirSync(path).filter((name) => name !== "journal.bin");
      for (const name of names) copyFileSync(join(path, name), join(other.path, name));
      const mixed = open(other.path);
      expect(mixed.history.count).toBe(1);
      expect(mixed.account(somebody)?.lamports).toBe(5_000_000n);
      expect(mixed.slot).toBeLessThan(slot);
      await mixed.close();
      other.remove();
    });
  });
});

describe("damage in the journal", () => {
  it("in the part that a start reads is reported, and nothing is changed", async () => {
    await withCopy((path) => {
      const journal = join(path, "journal.bin");
      rmSync(join(path, "accounts.snapshot"));
      flip(journal, 100_000);
      const before = readFileSync(journal);
      expect(() => open(path)).toThrow(DamagedLedgerError);
      expect(() => open(path)).toThrow(/damaged at byte \d+; restore it from a copy, or start anew with --reset/);
      expect(readFileSync(journal).equals(before)).toBe(true);
      flip(journal, 12);
      expect(() => open(path)).toThrow(DamagedLedgerError);
      expect(readdirSync(path)).not.toContain("ledger.lock");
    });
  });

  it.each([
    ["missing", (path: string) => rmSync(path)],
    ["empty", (path: string) => truncateSync(path)],
  ])("is refused when the journal is %s and its snapshot is the last copy of the accounts", async (_, damage) => {
    await withCopy((path) => {
      const snapshot = readFileSync(join(path, "accounts.snapshot"));
      damage(join(path, "journal.bin"));
      expect(() => open(path)).toThrow(/journal\.bin is missing or empty.*restore it from a copy, or .*--reset/);
      expect(readFileSync(join(path, "accounts.snapshot")).equals(snapshot)).toBe(true);
    });
  });

  it("in the older part is an internal error when that transaction is requested; the node keeps running", async () => {
    await withCopy(async (path) => {
      const faults: unknown[] = [];
      const { error } = console;
      console.error = (...args: unknown[]) => faults.push(args);
      let chain = open(path);
      const place = 700;
      const offset = chain.history.offsetAt(place) ?? 0;
      await chain.close();
      flip(join(path, "journal.bin"), offset + 40);
      chain = open(path);
      expect(stateOf(chain)).toEqual(state);
      expect(() => chain.transactionAt(place)).toThrow(DamagedRecordError);
      const server = await serve(chain, { host: "127.0.0.1", rpcPort: 0, enableWarp: false });
      const ask = async (index: number) => {
        const block = { jsonrpc: "2.0", id: 1, method: "getBlock", params: [chain.history.slotAt(index)] };
        const body = JSON.stringify(block);
        const headers = { "content-type": "application/json" };
        const response = await fetch(`http://127.0.0.1:${server.rpcPort}`, { method: "POST", headers, body });
        return response.json();
      };
      expect(field(await ask(place), "error")).toEqual({ code: -32603, message: "Internal error" });
      expect(field(await ask(place + 30), "result", "transactions")).toHaveLength(10);
      expect(chain.airdrop(somebody, 1_000_000n).outcome.kind).toBe("processed");
      await server.close();
      await chain.close();
      console.error = error;
      expect(faults.length).toBeGreaterThan(0);
    });
  });
});

it("a new ledger has all its accounts, wherever the process that created it was killed", async () => {
  const first = temporaryFolder();
  const accounts = people.map((key, i) => ({
    key,
    account: {
      lamports: BigInt(i + 1) * 1_000_000_000n,
      owner: SYSTEM_PROGRAM,
      data: Buffer.alloc(0),
      executable: false,
    },
  }));
  const begin = (path: string) => Chain.open({ ledger: path, autoTick: false, accounts });
  await begin(first.path).close();
  const journal = readFileSync(join(first.path, "journal.bin"));
  for (let size = 0; size < journal.length; size += 97) {
    const copy = temporaryFolder();
    writeFileSync(join(copy.path, "journal.bin"), journal.subarray(0, size));
    const chain = begin(copy.path);
    expect(accounts.map(({ key }) => chain.account(key)?.lamports)).toEqual(
      accounts.map((one) => one.account.lamports),
    );
    expect(chain.airdrop(somebody, 1_000_000n).outcome.kind).toBe("processed");
    await chain.close();
    copy.remove();
  }
  first.remove();
});

it("takes a snapshot while transactions continue, and a copy at any time opens with the same state", async () => {
  const busy = temporaryFolder();
  // More than the journal's limit between two snapshots.
  const accounts = Array.from({ length: 40 }, () => ({
    key: keyOf(anyAddress()),
    account: { lamports: 10n ** 10n, owner: keyOf(anyAddress()), data: Buffer.alloc(900_000, 3), executable: false },
  }));
  const chain = Chain.open({ ledger: busy.path, autoTick: false, accounts });
  const snapshot = join(busy.path, "accounts.snapshot");
  const sent: Sig[] = [];
  const copies: { path: string; state: Map<Key, string>; count: number; remove: () => void }[] = [];
  const copyNow = () => {
    const copy = temporaryFolder();
    for (const name of readdirSync(busy.path)) {
      if (name !== "ledger.lock") copyFileSync(join(busy.path, name), join(copy.path, name));
    }
    copies.push({ ...copy, state: stateOf(chain), count: sent.length });
  };
  await expect
    .poll(
      () => {
        sent.push(chain.airdrop(somebody, 1_000_000n + BigInt(sent.length)).signature);
        chain.tick();
        if (sent.length % 4 === 1 && copies.length < 6) copyNow();
        return existsSync(snapshot);
      },
      { ...POLL_TIMEOUT, interval: 1 },
    )
    .toBe(true);
  sent.push(chain.airdrop(somebody, 1_000_000n).signature);
  copyNow();
  for (const copy of copies) {
    const again = open(copy.path);
    expect(stateOf(again)).toEqual(copy.state);
    expect(sent.slice(0, copy.count).map((signature) => again.recentStatus(signature)?.error)).toEqual(
      sent.slice(0, copy.count).map(() => null),
    );
    expect(again.history.count).toBe(copy.count);
    await again.close();
    expect(readdirSync(copy.path).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    copy.remove();
  }
  await chain.close();
  busy.remove();
});
