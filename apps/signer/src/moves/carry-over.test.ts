import { associatedTokenAddress, defaultProgramAddress as program } from "@tribe/chain/accounts";
import { decodeTransaction, fromBase64, signersOf, verifySignature } from "@tribe/chain/transactions";
import { type Address, type Base64, type TokenId, unitsPerToken } from "@tribe/contract";
import { expect, test } from "vitest";
import { generateSeed, importSeed, type WalletKey } from "../keys/ed25519.ts";
import type { BothKeys } from "../wallet/move-wallet.ts";
import { carryOver, costOf, type PartState, partsOf } from "./carry-over.ts";
import { isAllMoved, type LeftToken, readLeftBehind } from "./left-behind.ts";
import type { HeldAccount, Landing, MoveNode } from "./move-node.ts";

const newKey = async (): Promise<WalletKey> => {
  const { seed, address } = await generateSeed();
  const key = await importSeed(seed, address);
  if (!key) throw new Error("a new key fits its address");
  return key;
};
const [from, to, issuer] = await Promise.all([newKey(), newKey(), newKey()]);
const keys: BothKeys = { from, to, tribes: [] };
const sol = 1_000_000_000n;

/** A node that accepts every transaction and reports each as in `landings`, otherwise as landed. */
const fakeNode = (balances: Readonly<Record<Address, bigint>>, landings: readonly Landing[] = []) => {
  const sent: Base64[] = [];
  const node: MoveNode = {
    balance: async (wallet) => balances[wallet] ?? 0n,
    tokenAccounts: async () => [],
    latestBlockhash: async () => ({ blockhash: "11111111111111111111111111111111", lastValidBlockHeight: 100 }),
    blockHeight: async () => 1,
    send: async (wire) => {
      sent.push(wire);
    },
    landing: async () => landings[sent.length - 1] ?? "landed",
  };
  return { node, sent };
};
const token = async (change: Partial<LeftToken> = {}): Promise<LeftToken> => ({
  account: await associatedTokenAddress(from.address, issuer.address),
  mint: issuer.address,
  program: "token2022",
  units: 12n * unitsPerToken,
  decimals: 9,
  texts: null,
  isFrozen: false,
  ...change,
});
const tribe = { tokenId: 4_711n as TokenId, mint: issuer.address, isMigrated: false, texts: null }; // any u64
const moved = async (node: MoveNode, parts: ReturnType<typeof partsOf>) => {
  const states: PartState[] = [];
  const onPart = (index: number, state: PartState) => {
    states[index] = state;
  };
  await carryOver({ node, keys, program, parts, onPart });
  return states;
};
const messagesOf = (sent: readonly Base64[]) => sent.map((wire) => decodeTransaction(fromBase64(wire)));

test("moves Tribes first and SOL last, each signed by exactly the required keys, and pays from the old wallet", async () => {
  const { node, sent } = fakeNode({ [from.address]: sol });
  const parts = partsOf({ lamports: sol, tokens: [await token()], tribes: [tribe] });
  expect(parts.map(({ kind }) => kind)).toEqual(["tribe", "token", "sol"]);
  expect((await moved(node, parts)).map(({ kind }) => kind)).toEqual(["moved", "moved", "moved"]);
  const messages = messagesOf(sent);
  expect(messages.map(({ message }) => signersOf(message))).toEqual([
    [from.address, to.address],
    [from.address],
    [from.address],
  ]);
  for (const { message, signatures } of messages)
    for (const [address, signature] of signatures)
      expect(await verifySignature(Uint8Array.from(message), signature, address)).toBe(true);
  expect(costOf(parts)).toBeLessThan(40_000n);
});

test("is paid for by the new wallet if the old one can't, and says what is missing if neither can", async () => {
  const parts = partsOf({ lamports: 10n, tokens: [await token()], tribes: [] });
  const rich = fakeNode({ [from.address]: 10n, [to.address]: sol });
  expect((await moved(rich.node, parts)).map(({ kind }) => kind)).toEqual(["moved", "moved"]);
  // Dust that can't pay its own fee is moved at the new wallet's cost.
  expect(messagesOf(rich.sent).map(({ message }) => signersOf(message))).toEqual([
    [to.address, from.address],
    [to.address, from.address],
  ]);
  const poor = fakeNode({ [from.address]: 10n });
  const [first] = await moved(poor.node, parts.slice(0, 1));
  expect(first).toMatchObject({ kind: "failed", message: expect.stringContaining("which neither wallet has") });
  expect(poor.sent).toEqual([]);
});

test("continues after a part that fails, and says that nothing of it moved", async () => {
  const { node, sent } = fakeNode({ [from.address]: sol }, ["failed", "landed"]);
  const states = await moved(node, partsOf({ lamports: sol, tokens: [await token()], tribes: [] }));
  expect(states).toEqual([
    { kind: "failed", message: "The network refused it. Nothing of it moved." },
    { kind: "moved" },
  ]);
  expect(sent).toHaveLength(2);
});

test("leaves what its issuer has frozen, and is not finished while that is there", async () => {
  const left = { lamports: 0n, tokens: [await token({ isFrozen: true })], tribes: [] };
  expect(partsOf(left)).toEqual([]);
  expect(isAllMoved(left)).toBe(false);
});

test("reads what is left, and does not trust the server about a Tribe that belongs to another on chain", async () => {
  const data = new Uint8Array(170);
  new DataView(data.buffer).setBigUint64(64, 5n, true);
  data[108] = 2;
  const mint = new Uint8Array(82);
  const account: HeldAccount = { address: to.address, owner: tokenProgram, data };
  const node: MoveNode = { ...fakeNode({ [from.address]: 7n }).node, tokenAccounts: async () => [account] };
  const ask = async (addresses: readonly Address[]) =>
    addresses.map((address) => (address === nobody ? { owner: tokenProgram, data: initialized(mint) } : null));
  const left = await readLeftBehind(
    { ask, node },
    { from: from.address, tribes: [{ ...tribe, newMint: null }], program },
  );
  expect(left).toMatchObject({
    lamports: 7n,
    tokens: [{ account: to.address, mint: nobody, program: "token", units: 5n, decimals: 6, isFrozen: true }],
    tribes: [],
  });
});

const tokenProgram = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
/** 32 zero bytes. */
const nobody = "11111111111111111111111111111111" as Address;
/** A mint of the first token program, with 6 decimals. */
const initialized = (mint: Uint8Array): Uint8Array => {
  mint[44] = 6;
  mint[45] = 1;
  return mint;
};
