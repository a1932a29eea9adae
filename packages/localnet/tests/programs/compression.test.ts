import { fileURLToPath } from "node:url";
import {
  CompressedTokenProgram,
  compress,
  createTokenPool,
  decompress,
  getTokenPoolInfos,
  mergeTokenAccounts,
  mintTo,
  selectTokenPoolInfo,
  transfer,
} from "@lightprotocol/compressed-token";
import {
  bn,
  buildAndSignTx,
  createRpc,
  encodeBN254toBase58,
  type Rpc,
  sendAndConfirmTx,
  TreeType,
} from "@lightprotocol/stateless.js";
import {
  createMint,
  getAccount,
  getOrCreateAssociatedTokenAccount,
  mintTo as mintSpl,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from "@solana/spl-token";
import { ComputeBudgetProgram, Connection, Keypair, LAMPORTS_PER_SOL, PublicKey } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BadFileError } from "../../src/bad-file-error.ts";
import { type Localnet, startLocalnet } from "../../src/index.ts";
import { ensureLight } from "../../src/light/ensure-light.ts";
import { field, temporaryFolder } from "../support.ts";

// Light's own clients from npm, unmodified, against the localnet.

const folder = fileURLToPath(new URL("../../../../node_modules/.cache/tribe-light", import.meta.url));
const isFetched = await ensureLight(folder).then(
  () => true,
  (error: unknown) => {
    if (error instanceof BadFileError && error.message.includes("can't be fetched")) return false;
    throw error;
  },
);
const withLight = test.skipIf(!isFetched);

const ledger = temporaryFolder();
let localnet: Localnet;
let rpc: Rpc;
let connection: Connection;
const payer = Keypair.generate();

const start = async () => {
  localnet = await startLocalnet({ ledger: ledger.path, light: folder, slotMs: 250 });
  rpc = createRpc(localnet.rpcUrl, localnet.rpcUrl, localnet.rpcUrl);
  // Light's class overrides some of the plain client's methods.
  connection = new Connection(localnet.rpcUrl, "confirmed");
};
beforeAll(async () => {
  if (!isFetched) return;
  await start();
  await fund(payer.publicKey, 100);
});
afterAll(async () => {
  await localnet?.stop();
  ledger.remove();
});

const fund = async (to: PublicKey, sol: number) => {
  const signature = await connection.requestAirdrop(to, sol * LAMPORTS_PER_SOL);
  await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) });
};
const newWallet = async () => {
  const wallet = Keypair.generate();
  await fund(wallet.publicKey, 1);
  return wallet;
};
/** A mint with Light's pool, and the payer's account with a million of it. */
const newToken = async (program: PublicKey) => {
  const mint = await createMint(connection, payer, payer.publicKey, null, 6, undefined, undefined, program);
  const { address } = await getOrCreateAssociatedTokenAccount(
    connection,
    ...([payer, mint, payer.publicKey, undefined, undefined, undefined, program] as const),
  );
  await mintSpl(connection, payer, mint, address, payer, 1_000_000n, [], undefined, program);
  await createTokenPool(rpc, payer, mint, undefined, program);
  return { mint, source: address };
};
const heldBy = async (owner: Keypair, mint: PublicKey) =>
  (await rpc.getCompressedTokenAccountsByOwner(owner.publicKey, { mint })).items
    .map(({ parsed }) => parsed.amount.toNumber())
    .sort((a, b) => a - b);
const ask = async (method: string, params: unknown) => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: "1", method, params });
  const response = await fetch(localnet.rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  return response.json() as Promise<unknown>; // whatever it is
};

withLight.each([
  ["SPL Token", TOKEN_PROGRAM_ID],
  ["Token-2022", TOKEN_2022_PROGRAM_ID],
])("Light's own clients compress, transfer and decompress %s, and know all balances", async (_name, program) => {
  const { mint, source } = await newToken(program);
  const [ann, ben] = [await newWallet(), await newWallet()];
  await compress(rpc, payer, mint, [100, 200], payer, source, [ann.publicKey, ben.publicKey]);
  await compress(rpc, payer, mint, 50, payer, source, ann.publicKey);
  expect(await heldBy(ann, mint)).toEqual([50, 100]);

  await transfer(rpc, payer, mint, 120, ann, ben.publicKey);
  expect([await heldBy(ann, mint), await heldBy(ben, mint)]).toEqual([[30], [120, 200]]);
  const balances = await rpc.getCompressedTokenBalancesByOwnerV2(ben.publicKey, { mint });
  expect(balances.value.items.map(({ balance }) => balance.toNumber())).toEqual([320]);

  await mergeTokenAccounts(rpc, payer, mint, ben);
  expect(await heldBy(ben, mint)).toEqual([320]);
  await mintTo(rpc, payer, mint, ben.publicKey, payer, 7);

  const { address } = await getOrCreateAssociatedTokenAccount(
    connection,
    ...([payer, mint, ben.publicKey, undefined, undefined, undefined, program] as const),
  );
  await decompress(rpc, payer, mint, 300, ben, address);
  expect((await getAccount(connection, address, "confirmed", program)).amount).toBe(300n);
  expect((await heldBy(ben, mint)).reduce((sum, one) => sum + one, 0)).toBe(27);

  const holders = await rpc.getCompressedMintTokenHolders(mint);
  const holdings = holders.value.items.map(({ owner, balance }) => [owner.toBase58(), balance.toNumber()]);
  expect(holdings).toEqual([
    [ann.publicKey.toBase58(), 30],
    [ben.publicKey.toBase58(), 27],
  ]);
  const signatures = await rpc.getCompressionSignaturesForTokenOwner(ann.publicKey);
  expect(signatures.items).toHaveLength(3);
});

withLight(
  "accounts are found by hash, proven by their place while they are there, and by nothing once spent",
  async () => {
    const { mint, source } = await newToken(TOKEN_PROGRAM_ID);
    const owner = await newWallet();
    await compress(rpc, payer, mint, [5, 6], payer, source, [owner.publicKey, owner.publicKey]);
    const { items } = await rpc.getCompressedTokenAccountsByOwner(owner.publicKey, { mint });
    const hashes = items.map(({ compressedAccount }) => compressedAccount.hash);
    const [one, other] = hashes;
    if (!one || !other) return expect.unreachable();
    expect((await rpc.getCompressedAccount(undefined, one))?.leafIndex).toBe(items[0]?.compressedAccount.leafIndex);
    expect(await rpc.getMultipleCompressedAccounts(hashes)).toHaveLength(2);
    const proof = await rpc.getValidityProof(hashes);
    expect(proof.compressedProof).toBeNull();
    expect(proof.proveByIndices).toEqual([true, true]);

    await mergeTokenAccounts(rpc, payer, mint, owner);
    expect(await rpc.getCompressedAccount(undefined, one)).toBeNull();
    await expect(rpc.getValidityProof(hashes)).rejects.toThrow();
    const spent = { hashes: hashes.map((hash) => encodeBN254toBase58(hash)) };
    expect(field(await ask("getValidityProofV2", spent), "error", "message")).toContain("is spent");
  },
);

withLight("what was compressed is as it was after a kill, and what is made later is found, too", async () => {
  const { mint, source } = await newToken(TOKEN_PROGRAM_ID);
  const owner = await newWallet();
  await compress(rpc, payer, mint, [11, 12, 13], payer, source, [owner.publicKey, owner.publicKey, payer.publicKey]);
  await transfer(rpc, payer, mint, 11, owner, payer.publicKey);
  const params = { owner: owner.publicKey.toBase58() };
  const before = field(await ask("getCompressedTokenAccountsByOwnerV2", params), "result", "value");
  await localnet.kill();
  await start();
  expect(field(await ask("getCompressedTokenAccountsByOwnerV2", params), "result", "value")).toEqual(before);
  await compress(rpc, payer, mint, 14, payer, source, owner.publicKey);
  expect(await heldBy(owner, mint)).toEqual([1, 11, 14]);
});

withLight("one transaction with several instructions is read whole, and lists come in pages", async () => {
  const { mint, source } = await newToken(TOKEN_PROGRAM_ID);
  const owner = await newWallet();
  const pool = selectTokenPoolInfo(await getTokenPoolInfos(rpc, mint));
  const tree = (await rpc.getStateTreeInfos()).find(({ treeType }) => treeType === TreeType.StateV2);
  if (!tree) return expect.unreachable();
  const pays = (amounts: number[]) =>
    CompressedTokenProgram.compress({
      payer: payer.publicKey,
      owner: payer.publicKey,
      source,
      mint,
      amount: amounts.map((each) => bn(each)),
      toAddress: amounts.map(() => owner.publicKey),
      outputStateTreeInfo: tree,
      tokenPoolInfo: pool,
    });
  const { blockhash } = await connection.getLatestBlockhash();
  const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 550_000 });
  const tx = buildAndSignTx([limit, await pays([1, 2, 3, 4, 5]), await pays([6, 7])], payer, blockhash);
  await sendAndConfirmTx(rpc, tx);
  expect(await heldBy(owner, mint)).toEqual([1, 2, 3, 4, 5, 6, 7]);

  const pages: unknown[] = [];
  let cursor: unknown;
  do {
    const params = { owner: owner.publicKey.toBase58(), limit: 3, ...(cursor ? { cursor } : {}) };
    const value = field(await ask("getCompressedTokenAccountsByOwnerV2", params), "result", "value");
    pages.push(field(value, "items", "length"));
    cursor = field(value, "cursor");
  } while (cursor);
  expect(pages).toEqual([3, 3, 1]);
});

withLight.each([
  ["getCompressedTokenAccountsByOwnerV2", {}, "missing field `owner`"],
  ["getCompressedTokenAccountsByOwnerV2", { owner: "x" }, "WrongSize"],
  ["getCompressedTokenAccountsByOwnerV2", { owner: PublicKey.default.toBase58(), limit: 0 }, "from 1 to 1000"],
  ["getCompressedAccountV2", {}, "Either hash or address must be provided"],
  ["getMultipleCompressedAccountsV2", { hashes: ["nothing"] }, "is no hash of 32 bytes"],
  ["getValidityProofV2", { hashes: [PublicKey.default.toBase58()] }, "was not found"],
  ["getValidityProofV2", { newAddressesWithTrees: [{}] }, "needs a prover"],
  ["getCompressedMintTokenHolders", { mint: PublicKey.default.toBase58(), cursor: "1111" }, "cursor is none"],
])("%s refuses %j in words", async (method, params, words) => {
  expect(field(await ask(method, params), "error", "message")).toContain(words);
});
