/**
 * Claims with Light Protocol's real programs, compared with its own client: the same instruction, to the byte. The programs are
 * downloaded through npm; without a registry these tests are skipped.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  CompressedTokenProgram,
  compress,
  createTokenPool,
  getTokenPoolInfos,
  selectTokenPoolInfo,
} from "@lightprotocol/compressed-token";
import { bn, createRpc, type ParsedTokenAccount, type Rpc, type TreeInfo, TreeType } from "@lightprotocol/stateless.js";
import {
  createMint,
  getAccount,
  getAssociatedTokenAddressSync,
  getOrCreateAssociatedTokenAccount,
  mintTo,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from "@solana/spl-token";
import {
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  type TransactionInstruction,
  VersionedMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { addressSchema, type Mint } from "@tribe/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toChainAddress } from "../../../packages/chain/src/accounts/addresses.ts";
import { claimComputeUnitLimit } from "../../../packages/chain/src/claim/claim-costs.ts";
import { buildClaimMessage } from "../../../packages/chain/src/claim/claim-message.ts";
import {
  type CompressedInput,
  decompressInstruction,
} from "../../../packages/chain/src/claim/decompress-instruction.ts";
import { describeMessage } from "../../../packages/chain/src/clear-signing/describe.ts";
import { BadFileError } from "../../../packages/localnet/src/bad-file-error.ts";
import { type Localnet, startLocalnet } from "../../../packages/localnet/src/index.ts";
import { ensureLight } from "../../../packages/localnet/src/light/ensure-light.ts";

const folder = fileURLToPath(new URL("../../../node_modules/.cache/tribe-light", import.meta.url));
const isFetched = await ensureLight(folder).then(
  () => true,
  (error: unknown) => {
    if (error instanceof BadFileError && error.message.includes("can't be fetched")) return false;
    throw error;
  },
);
const withLight = test.skipIf(!isFetched);

const ledger = mkdtempSync(join(tmpdir(), "claim-test-"));
let localnet: Localnet;
let rpc: Rpc;
let connection: Connection;
let trees: TreeInfo[];
const payer = Keypair.generate();

beforeAll(async () => {
  if (!isFetched) return;
  localnet = await startLocalnet({ ledger, light: folder, slotMs: 250 });
  rpc = createRpc(localnet.rpcUrl, localnet.rpcUrl, localnet.rpcUrl);
  connection = new Connection(localnet.rpcUrl, "confirmed");
  trees = (await rpc.getStateTreeInfos()).filter(({ treeType }) => treeType === TreeType.StateV2);
  await fund(payer.publicKey, 100);
});
afterAll(async () => {
  await localnet?.stop();
  rmSync(ledger, { recursive: true, force: true });
});

const fund = async (to: PublicKey, sol: number) => {
  const signature = await connection.requestAirdrop(to, sol * LAMPORTS_PER_SOL);
  await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) });
};
const addressOf = (key: PublicKey): Mint => addressSchema.parse(key.toBase58());

/** Creates a mint with Light's pool. */
const newToken = async (program: PublicKey) => {
  const mint = await createMint(connection, payer, payer.publicKey, null, 6, undefined, undefined, program);
  const { address: source } = await getOrCreateAssociatedTokenAccount(
    connection,
    ...([payer, mint, payer.publicKey, undefined, undefined, undefined, program] as const),
  );
  await mintTo(connection, payer, mint, source, payer, 1_000_000n, [], undefined, program);
  await createTokenPool(rpc, payer, mint, undefined, program);
  return { mint, source, program };
};
type Token = Awaited<ReturnType<typeof newToken>>;

/** A wallet with six compressed accounts of a token, in this many trees. */
const newHolder = async ({ mint, source }: Token, inTrees: number) => {
  const owner = Keypair.generate();
  await fund(owner.publicKey, 1);
  const amounts = [101, 102, 103, 104, 105, 106];
  for (let tree = 0; tree < inTrees; tree += 1) {
    const some = amounts.filter((_, index) => index % inTrees === tree);
    await compress(
      rpc,
      payer,
      mint,
      some,
      payer,
      source,
      some.map(() => owner.publicKey),
      trees[tree],
    );
  }
  const { items } = await rpc.getCompressedTokenAccountsByOwner(owner.publicKey, { mint });
  expect(items).toHaveLength(6);
  return { owner, items };
};
const inputOf = ({ parsed, compressedAccount }: ParsedTokenAccount): CompressedInput => ({
  amount: BigInt(parsed.amount.toString()),
  tree: toChainAddress(addressOf(compressedAccount.treeInfo.tree)),
  queue: toChainAddress(addressOf(compressedAccount.treeInfo.queue)),
  leafIndex: compressedAccount.leafIndex,
  rootIndex: null,
});
const messageOf = async (owner: Keypair, { mint, program }: Token, inputs: readonly CompressedInput[]) => {
  const parts = [{ inputs, proof: null }];
  return buildClaimMessage({
    program: addressOf(PublicKey.default),
    wallet: addressOf(owner.publicKey),
    blockhash: (await connection.getLatestBlockhash()).blockhash,
    computeUnitLimit: claimComputeUnitLimit(parts),
    microLamportsPerUnit: 1_000n,
    mint: addressOf(mint),
    tokenProgram: program.equals(TOKEN_PROGRAM_ID) ? "token" : "token2022",
    parts,
  });
};
const send = async (message: Uint8Array, signer: Keypair, skipPreflight = false) => {
  const transaction = new VersionedTransaction(VersionedMessage.deserialize(message));
  transaction.sign([signer]);
  const wire = transaction.serialize();
  expect(wire.length).toBeLessThanOrEqual(1_232);
  const signature = await connection.sendRawTransaction(wire, { skipPreflight });
  const { value } = await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) });
  const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
  return { error: value.err, units: found?.meta?.computeUnitsConsumed ?? 0 };
};

withLight.each([
  ["SPL Token", TOKEN_PROGRAM_ID, 1, 185_000],
  ["Token-2022", TOKEN_2022_PROGRAM_ID, 1, 185_000],
  ["Token-2022 in three trees, the maximum of one claim", TOKEN_2022_PROGRAM_ID, 3, 185_000],
])(
  "six accounts of %s are claimed at once, at the described cost, and only once",
  async (_name, program, inTrees, maxUnits) => {
    const token = await newToken(program);
    const { owner, items } = await newHolder(token, inTrees);
    const inputs = items.map(inputOf);
    const message = await messageOf(owner, token, inputs);
    const wallet = addressOf(owner.publicKey);
    const described = await describeMessage(message, {
      wallet,
      admin: addressOf(payer.publicKey),
      program: addressOf(PublicKey.default),
    });
    if (described.kind !== "claim") return expect.unreachable();
    expect(described).toMatchObject({ units: 621n, mint: addressOf(token.mint) });

    const before = await connection.getBalance(owner.publicKey);
    const { error, units } = await send(message, owner);
    expect(error).toBeNull();
    const paid = before - (await connection.getBalance(owner.publicKey));

    expect(units).toBeLessThanOrEqual(maxUnits);
    expect(BigInt(paid)).toBeLessThanOrEqual(described.spend.total);
    const account = getAssociatedTokenAddressSync(token.mint, owner.publicKey, false, program);
    expect((await getAccount(connection, account, "confirmed", program)).amount).toBe(621n);

    const again = await messageOf(owner, token, inputs);
    await expect(send(again, owner)).rejects.toThrow(/custom program error/);
    expect((await getAccount(connection, account, "confirmed", program)).amount).toBe(621n);
  },
);

withLight("a claim of another's accounts, of more than the balance, or with a wrong leaf is refused", async () => {
  const token = await newToken(TOKEN_PROGRAM_ID);
  const [{ items }, { owner: thief, items: own }] = [await newHolder(token, 1), await newHolder(token, 1)];
  const [one] = own.map(inputOf);
  if (!one) return expect.unreachable();
  const refused: readonly (readonly CompressedInput[])[] = [
    items.map(inputOf),
    [{ ...one, amount: one.amount + 1n }],
    [{ ...one, leafIndex: one.leafIndex + 1 }],
    [one, one],
  ];
  for (const inputs of refused)
    await expect(send(await messageOf(thief, token, inputs), thief)).rejects.toThrow(/custom program error/);
});

withLight("the instruction equals that of Light's own client, with leaf indices and with a proof", async () => {
  const { mint, program } = await newToken(TOKEN_2022_PROGRAM_ID);
  const { owner, items } = await newHolder(
    { mint, program, source: getAssociatedTokenAddressSync(mint, payer.publicKey, false, program) },
    2,
  );
  const destination = getAssociatedTokenAddressSync(mint, owner.publicKey, false, program);
  const pool = selectTokenPoolInfo(await getTokenPoolInfos(rpc, mint));
  const proof = {
    a: Array.from({ length: 32 }, (_, at) => at),
    b: Array.from({ length: 64 }, (_, at) => at),
    c: Array.from({ length: 32 }, () => 7),
  };
  for (const isProven of [false, true]) {
    const theirs = await CompressedTokenProgram.decompress({
      ...{ payer: owner.publicKey, toAddress: destination, tokenPoolInfos: [pool], amount: bn(621) },
      inputCompressedTokenAccounts: items.map((item) => ({
        ...item,
        compressedAccount: { ...item.compressedAccount, proveByIndex: !isProven },
      })),
      recentInputStateRootIndices: items.map((_, index) => (isProven ? index + 300 : 0)),
      recentValidityProof: isProven ? proof : null,
    });
    const ours = await decompressInstruction({
      owner: toChainAddress(addressOf(owner.publicKey)),
      mint: toChainAddress(addressOf(mint)),
      tokenProgram: toChainAddress(addressOf(program)),
      destination: toChainAddress(addressOf(destination)),
      inputs: items.map((item, index) => ({ ...inputOf(item), rootIndex: isProven ? index + 300 : null })),
      proof: isProven ? Uint8Array.from([...proof.a, ...proof.b, ...proof.c]) : null,
    });
    expect(Buffer.from(ours.data ?? []).toString("hex")).toBe(theirs.data.toString("hex"));
    expect(ours.accounts?.map(({ address }) => address)).toEqual(keysOf(theirs));
  }
});

const keysOf = ({ keys }: TransactionInstruction) => keys.map(({ pubkey }) => pubkey.toBase58());
