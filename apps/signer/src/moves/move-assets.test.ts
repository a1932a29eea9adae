import { getAddressEncoder } from "@solana/kit";
import { associatedTokenAddress, defaultProgramAddress as program, toChainAddress } from "@tribe/chain/accounts";
import { decodeTransaction, fromBase64, signersOf, verifySignature } from "@tribe/chain/transactions";
import { type Address, type Base64, type TokenId, unitsPerToken } from "@tribe/contract";
import { expect, test } from "vitest";
import { generateSeed, importSeed, type WalletKey } from "../keys/ed25519.ts";
import type { BothKeys } from "../wallet/move-wallet.ts";
import { type FormerWalletToken, isAllMoved, readFormerWalletAssets } from "./former-wallet-assets.ts";
import { costOf, moveAssets, type StepState, stepsOf } from "./move-assets.ts";
import type { HeldAccount, Landing, MoveNode } from "./move-node.ts";

const newKey = async (): Promise<WalletKey> => {
  const { seed, address } = await generateSeed();
  const key = await importSeed(seed, address);
  if (!key) throw new Error("a new key fits its address");
  return key;
};
const [from, to, issuer] = await Promise.all([newKey(), newKey(), newKey()]);
const now = 1_700_000_000_000; // any moment
const keys: BothKeys = { from, to, tribes: [], claims: 0, now };
const sol = 1_000_000_000n;

/** A node that accepts every transaction and reports each as in `landings`, otherwise as landed. */
const fakeNode = (balances: Readonly<Record<Address, bigint>>, landings: readonly Landing[] = []) => {
  const sent: Base64[] = [];
  const node: MoveNode = {
    balance: async (wallet) => balances[wallet] ?? 0n,
    owned: async (wallet) => ({ lamports: balances[wallet] ?? 0n, accounts: [], readAt: now }),
    latestBlockhash: async () => ({ blockhash: "11111111111111111111111111111111", lastValidBlockHeight: 100 }),
    blockHeight: async () => 1,
    send: async (wire) => {
      sent.push(wire);
    },
    landing: async () => landings[sent.length - 1] ?? "landed",
  };
  return { node, sent };
};
const token = async (change: Partial<FormerWalletToken> = {}): Promise<FormerWalletToken> => ({
  account: await associatedTokenAddress(from.address, issuer.address),
  mint: issuer.address,
  program: "token2022",
  units: 12n * unitsPerToken,
  decimals: 9,
  texts: null,
  stays: null,
  closes: true,
  ...change,
});
const tribe = { tokenId: 4_711n as TokenId, mint: issuer.address, isMigrated: false, texts: null }; // any u64
const moved = async (node: MoveNode, steps: ReturnType<typeof stepsOf>) => {
  const states: StepState[] = [];
  const onStep = (index: number, state: StepState) => {
    states[index] = state;
  };
  await moveAssets({ node, keys, program, steps, onStep });
  return states;
};
const messagesOf = (sent: readonly Base64[]) => sent.map((wire) => decodeTransaction(fromBase64(wire)));

test("moves Tribes first and SOL last, each signed by exactly the required keys, and pays from the old wallet", async () => {
  const { node, sent } = fakeNode({ [from.address]: sol });
  const steps = stepsOf({ lamports: sol, tokens: [await token()], tribes: [tribe], claims: 0 });
  expect(steps.map(({ kind }) => kind)).toEqual(["tribe", "token", "sol"]);
  expect((await moved(node, steps)).map(({ kind }) => kind)).toEqual(["moved", "moved", "moved"]);
  const messages = messagesOf(sent);
  expect(messages.map(({ message }) => signersOf(message))).toEqual([
    [from.address, to.address],
    [from.address],
    [from.address],
  ]);
  for (const { message, signatures } of messages)
    for (const [address, signature] of signatures)
      expect(await verifySignature(Uint8Array.from(message), signature, address)).toBe(true);
  expect(costOf(steps)).toBeLessThan(40_000n);
});

test("is paid for by the new wallet if the old one can't, and says what is missing if neither can", async () => {
  const steps = stepsOf({ lamports: 10n, tokens: [await token()], tribes: [], claims: 0 });
  const rich = fakeNode({ [from.address]: 10n, [to.address]: sol });
  expect((await moved(rich.node, steps)).map(({ kind }) => kind)).toEqual(["moved", "moved"]);
  // Dust that can't pay its own fee is moved at the new wallet's cost.
  expect(messagesOf(rich.sent).map(({ message }) => signersOf(message))).toEqual([
    [to.address, from.address],
    [to.address, from.address],
  ]);
  const poor = fakeNode({ [from.address]: 10n });
  const [first] = await moved(poor.node, steps.slice(0, 1));
  expect(first).toMatchObject({ kind: "failed", message: expect.stringContaining("which neither wallet has") });
  expect(poor.sent).toEqual([]);
});

test("continues after a step that fails, and says that nothing of it moved", async () => {
  const { node, sent } = fakeNode({ [from.address]: sol }, ["failed", "landed"]);
  const states = await moved(node, stepsOf({ lamports: sol, tokens: [await token()], tribes: [], claims: 0 }));
  expect(states).toEqual([
    { kind: "failed", message: "The network refused it. Nothing of it moved." },
    { kind: "moved" },
  ]);
  expect(sent).toHaveLength(2);
});

test("leaves what can't be moved, and is not finished while that is there, or while nobody could say", async () => {
  const nothing = { lamports: 0n, tokens: [], tribes: [], claims: 0 };
  expect(isAllMoved(nothing)).toBe(true);
  for (const stays of ["frozen", "unreadable", "closedByOther"] as const) {
    const left = { ...nothing, tokens: [await token({ stays })] };
    expect(stepsOf(left)).toEqual([]);
    expect(isAllMoved(left)).toBe(false);
  }
  for (const claims of [1, null]) expect(isAllMoved({ ...nothing, claims })).toBe(false);
});

const tokenProgram = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const token2022 = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
/** 32 zero bytes. */
const nobody = "11111111111111111111111111111111" as Address;

/** A token account of mint {@link nobody}, in the layout that both programs share. */
const held = ({
  units = 5n,
  state = 1,
  owner = tokenProgram,
  delegate = false,
  closer = null,
}: {
  readonly units?: bigint;
  readonly state?: number;
  readonly owner?: string;
  readonly delegate?: boolean;
  readonly closer?: Uint8Array | null;
} = {}): HeldAccount => {
  const data = new Uint8Array(165);
  new DataView(data.buffer).setBigUint64(64, units, true);
  data[72] = delegate ? 1 : 0;
  data[108] = state;
  if (closer) {
    data[129] = 1;
    data.set(closer, 133);
  }
  return { address: to.address, owner, data };
};
/** A mint of the first token program. */
const mintOf = (decimals: number): Uint8Array => {
  const mint = new Uint8Array(82);
  mint[44] = decimals;
  mint[45] = 1;
  return mint;
};
/** A mint of Token-2022 with one extension of this type, empty. */
const extended = (type: number): Uint8Array => {
  const mint = new Uint8Array(170);
  mint.set(mintOf(6));
  mint[165] = 1;
  new DataView(mint.buffer).setUint16(166, type, true);
  return mint;
};

interface Chain {
  readonly accounts: readonly HeldAccount[];
  readonly mint?: { readonly owner: string; readonly data: Uint8Array } | null;
  readonly readAt?: number;
}
/** Reads what is left at a wallet with 7 lamports and these accounts. */
const read = ({ accounts, mint = { owner: tokenProgram, data: mintOf(6) }, readAt = now }: Chain) => {
  const node: MoveNode = { ...fakeNode({}).node, owned: async () => ({ lamports: 7n, accounts, readAt }) };
  const ask = async (addresses: readonly Address[]) => addresses.map((address) => (address === nobody ? mint : null));
  const tribes = [{ ...tribe, newMint: null }];
  return readFormerWalletAssets({ ask, node }, { from: from.address, tribes, claims: 0, program, now });
};
const tokensOf = async (chain: Chain) => (await read(chain)).tokens;

test("reads what is left, and does not trust the server about a Tribe that belongs to another on chain", async () => {
  expect(await read({ accounts: [held({ state: 2 })] })).toMatchObject({
    lamports: 7n,
    tokens: [{ account: to.address, mint: nobody, program: "token", units: 5n, decimals: 6, stays: "frozen" }],
    tribes: [],
  });
});

test("lists tokens whose mint it doesn't understand as something that can't be moved", async () => {
  const unknown = [
    // An extension newer than the decoder, a mint that the node does not give, another program's, a damaged one.
    { owner: token2022, data: extended(60_000) },
    null,
    { owner: nobody, data: mintOf(6) },
    { owner: tokenProgram, data: new Uint8Array(3) },
  ];
  for (const mint of unknown) {
    const [left] = await tokensOf({ accounts: [held({ owner: token2022 })], mint });
    expect(left).toMatchObject({ units: 5n, stays: "unreadable" });
    // Without tokens in it, it can be closed all the same.
    expect(await tokensOf({ accounts: [held({ owner: token2022, units: 0n })], mint })).toMatchObject([
      { stays: null },
    ]);
  }
});

test("moves what is delegated, indivisible, or in an account that it may close", async () => {
  const own = Uint8Array.from(getAddressEncoder().encode(toChainAddress(from.address)));
  for (const account of [held({ delegate: true }), held({ units: 1n }), held({ closer: own })])
    expect(await tokensOf({ accounts: [account], mint: { owner: tokenProgram, data: mintOf(0) } })).toMatchObject([
      { decimals: 0, stays: null, closes: true },
    ]);
});

test("takes the tokens from an account that only somebody else may close, and says that the empty one stays", async () => {
  const other = new Uint8Array(32).fill(9);
  expect(await tokensOf({ accounts: [held({ closer: other }), held({ closer: other, units: 0n })] })).toMatchObject([
    { units: 5n, stays: null, closes: false },
    { units: 0n, stays: "closedByOther" },
  ]);
});

test("knows nothing by a node that lags, is silent, or gives an account that is no token account", async () => {
  await expect(read({ accounts: [], readAt: now - 400_000 })).rejects.toThrow("node is behind");
  for (const account of [held({ owner: nobody }), { ...held(), data: new Uint8Array(64) }])
    await expect(read({ accounts: [account] })).rejects.toThrow("can't read");
  const silent: MoveNode = {
    ...fakeNode({}).node,
    owned: async () => {
      throw new Error("no answer");
    },
  };
  const of = { from: from.address, tribes: [], claims: 0, program, now };
  await expect(readFormerWalletAssets({ ask: async () => [], node: silent }, of)).rejects.toThrow("no answer");
});
