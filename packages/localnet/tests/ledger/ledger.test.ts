import { copyFileSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Keypair, PublicKey } from "@solana/web3.js";
import { expect, it } from "vitest";
import { Chain } from "../../src/chain/chain.ts";
import { keyAt, type Sig } from "../../src/codec/keys.ts";
import { createChain } from "../../src/index.ts";
import { LedgerError } from "../../src/ledger/ledger.ts";
import { anyAddress, client, signed, temporaryFolder } from "../support.ts";

const keyOf = (address: { toBytes(): Uint8Array }) => keyAt(Buffer.from(address.toBytes()));
const curveFile = "../../../../programs/artifacts/curve.so";
const stateOf = (chain: Chain) => new Map(chain.accounts.entries());

it("is the same after a restart: from the journal alone, from a snapshot, and from both", async () => {
  const [folder, copy] = [temporaryFolder(), temporaryFolder()];
  const people = Array.from({ length: 20 }, () => keyOf(anyAddress()));
  const sent: Sig[] = [];
  const statusesOf = (some: Chain) => sent.map((signature) => some.recentStatus(signature));
  let chain = Chain.open({ ledger: folder.path, autoTick: false });
  const work = (rounds: number) => {
    for (let i = 0; i < rounds; i++) {
      const to = people[i % people.length] ?? people[0] ?? chain.faucet.key;
      // Some exceed the faucet's balance: their outcomes are stored as well.
      sent.push(chain.airdrop(to, i % 50 === 49 ? 2n ** 63n : 1_000_000n + BigInt(i)).signature);
      if (i % 7 === 0) chain.tick();
    }
  };
  // More than the size from which on closing writes a snapshot.
  work(1200);
  const [first, firstStatuses, count] = [stateOf(chain), statusesOf(chain), chain.history.count];
  expect(firstStatuses.at(-1)).toMatchObject({ error: { InstructionError: [1, { Custom: 1 }] } });
  copyFileSync(join(folder.path, "journal.bin"), join(copy.path, "journal.bin"));
  await chain.close();
  expect(existsSync(join(folder.path, "accounts.snapshot"))).toBe(true);

  const replayed = Chain.open({ ledger: copy.path, autoTick: false });
  expect(stateOf(replayed)).toEqual(first);
  expect(statusesOf(replayed)).toEqual(firstStatuses);
  await replayed.close();

  chain = Chain.open({ ledger: folder.path, autoTick: false });
  expect(stateOf(chain)).toEqual(first);
  expect(statusesOf(chain)).toEqual(firstStatuses);
  expect(chain.history.count).toBe(count);
  work(50);
  const [second, secondStatuses] = [stateOf(chain), statusesOf(chain)];
  await chain.close();

  chain = Chain.open({ ledger: folder.path, autoTick: false });
  expect(stateOf(chain)).toEqual(second);
  expect(statusesOf(chain)).toEqual(secondStatuses);
  // The virtual machine has the same state: the faucet can still pay.
  expect(chain.airdrop(keyOf(Keypair.generate().publicKey), 1_000_000n).outcome.kind).toBe("processed");
  await chain.close();
  for (const { remove } of [folder, copy]) remove();
});

it("finds transactions, statuses and a later slot after a restart", async () => {
  const folder = temporaryFolder();
  const to = keyOf(anyAddress());
  let chain = Chain.open({ ledger: folder.path, autoTick: false });
  const { signature } = chain.airdrop(to, 5_000_000n);
  const { slot, genesisHash } = chain;
  await chain.close();
  chain = Chain.open({ ledger: folder.path, autoTick: false });
  expect(chain.slot).toBe(slot + 1);
  expect(chain.genesisHash).toBe(genesisHash);
  expect(chain.recentStatus(signature)).toMatchObject({ slot, error: null });
  expect(chain.transaction(signature)?.postBalances).toContain(5_000_000n);
  expect([...chain.history.withAddress(to)]).toEqual([0]);
  await chain.close();
  folder.remove();
});

it("does not touch a folder that is not a ledger", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder.path, "thesis.txt"), "");
  expect(() => Chain.open({ ledger: folder.path, reset: true })).toThrow(LedgerError);
  folder.remove();
});

it("starts with an empty ledger after a reset", async () => {
  const folder = temporaryFolder();
  const to = keyOf(anyAddress());
  let chain = Chain.open({ ledger: folder.path, autoTick: false });
  for (let i = 0; i < 600; i++) chain.airdrop(to, 5_000_000n + BigInt(i));
  const { genesisHash } = chain;
  await chain.close();
  expect(readdirSync(folder.path).sort()).toEqual([
    "accounts.snapshot",
    "clock.bin",
    "history.000000000000",
    "journal.bin",
  ]);
  chain = Chain.open({ ledger: folder.path, autoTick: false, reset: true });
  expect(chain.genesisHash).not.toBe(genesisHash);
  expect([chain.slot, chain.history.count, chain.account(to)]).toEqual([1, 0, null]);
  expect(readdirSync(folder.path).sort()).toEqual(["clock.bin", "journal.bin", "ledger.lock"]);
  await chain.close();
  folder.remove();
});

it("removes its temporary folder", async () => {
  const ours = () => readdirSync(tmpdir()).filter((name) => name.startsWith("tribe-localnet-"));
  const before = new Set(ours());
  const chain = Chain.open({ autoTick: false });
  const mine = ours().filter((name) => !before.has(name));
  for (let i = 0; i < 600; i++) chain.airdrop(keyOf(anyAddress()), 5_000_000n);
  await chain.close();
  expect(mine.length).toBeGreaterThan(0);
  // Others may have made folders of theirs meanwhile: those that went away include ours.
  expect(ours().filter((name) => mine.includes(name)).length).toBeLessThan(mine.length);
});

it("stores a program and its authority as the upgradeable loader would", async () => {
  const folder = temporaryFolder();
  const [id, authority] = [keyOf(anyAddress()), keyOf(anyAddress())];
  // Any code that loads will do; this is the memo program's, as the virtual machine brings it along.
  const donor = Chain.open({ autoTick: false });
  const memo = donor.account(keyOf(new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")));
  if (memo === null) throw new Error("no memo program");
  await donor.close();
  const chain = Chain.open({
    ledger: folder.path,
    autoTick: false,
    programs: [{ id, elf: memo.data, authority }],
  });
  const program = chain.account(id);
  expect(program?.executable).toBe(true);
  const data = chain.account(keyAt(program?.data ?? Buffer.alloc(36), 4));
  expect(data?.data.readUInt32LE(0)).toBe(3);
  expect(keyAt(data?.data ?? Buffer.alloc(45), 13)).toBe(authority);
  await chain.close();
  folder.remove();
});

it("runs a program's new code on an existing ledger from its first transaction on, and keeps its accounts", async () => {
  const [folder, code] = [temporaryFolder(), temporaryFolder()];
  const [program, holder, payer] = [anyAddress(), anyAddress(), Keypair.generate()];
  const donor = Chain.open({ autoTick: false });
  const memo = donor.account(keyOf(new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")));
  if (memo === null) throw new Error("no memo program");
  await donor.close();
  const [before, after] = [join(code.path, "memo.so"), fileURLToPath(new URL(curveFile, import.meta.url))];
  writeFileSync(before, memo.data);
  const id = program.toBase58();
  const held = { address: holder.toBase58(), owner: id, lamports: 10_000_000n, data: Buffer.from("of before") };
  /** The result of a call of the program on this ledger with this code, and its account's data. */
  const tried = async (file: string) => {
    const programs = [{ id, file, authority: payer.publicKey.toBase58() }];
    const chain = createChain({ ledger: folder.path, programs, accounts: [held] });
    const call = client(chain);
    call.airdrop(payer.publicKey);
    const hello = { programId: program, keys: [], data: Buffer.from("hello") };
    const error = call.outcome(signed([hello], payer, call.blockhash()));
    const holding = call.account(holder)?.data.toString();
    await chain.close();
    return { error, holding };
  };
  expect(await tried(before)).toEqual({ error: null, holding: "of before" });
  const unknown = { InstructionError: [0, { Custom: 101 }] };
  expect(await tried(after)).toEqual({ error: unknown, holding: "of before" });
  for (const { remove } of [folder, code]) remove();
});
