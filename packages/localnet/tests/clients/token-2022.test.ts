import {
  AccountState,
  amountToUiAmount,
  closeAccount,
  createAssociatedTokenAccountIdempotent,
  createDisableCpiGuardInstruction,
  createEnableCpiGuardInstruction,
  createEnableRequiredMemoTransfersInstruction,
  createInitializeDefaultAccountStateInstruction,
  createInitializeInstruction,
  createInitializeInterestBearingMintInstruction,
  createInitializeMetadataPointerInstruction,
  createInitializeMintCloseAuthorityInstruction,
  createInitializeMintInstruction,
  createInitializeNonTransferableMintInstruction,
  createInitializePausableConfigInstruction,
  createInitializePermanentDelegateInstruction,
  createInitializeTransferFeeConfigInstruction,
  createInitializeTransferHookInstruction,
  createReallocateInstruction,
  createUpdateFieldInstruction,
  ExtensionType,
  getAccount,
  getInterestBearingMintConfigState,
  getMint,
  getMintCloseAuthority,
  getMintLen,
  getPermanentDelegate,
  getTokenMetadata,
  getTransferFeeAmount,
  getTransferFeeConfig,
  getTransferHook,
  mintTo,
  pause,
  resume,
  TOKEN_2022_PROGRAM_ID,
  thawAccount,
  transferChecked,
  transferCheckedWithFee,
  withdrawWithheldTokensFromAccounts,
} from "@solana/spl-token";
import {
  Connection,
  Keypair,
  type PublicKey,
  SendTransactionError,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  type TransactionInstruction,
} from "@solana/web3.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Localnet, startLocalnet } from "../../src/index.ts";
import { anyAddress, temporaryFolder } from "../support.ts";

const P = TOKEN_2022_PROGRAM_ID;
const CONFIRMED = { commitment: "confirmed" } as const;
const DECIMALS = 6;
const MINTED = 1_000_000_000n;

const folder = temporaryFolder();
let localnet: Localnet;
let connection: Connection;
let payer: Keypair;

beforeAll(async () => {
  localnet = await startLocalnet({ ledger: folder.path, slotMs: 100 });
  connection = new Connection(localnet.rpcUrl, "confirmed");
  payer = Keypair.generate();
  const signature = await connection.requestAirdrop(payer.publicKey, 100_000_000_000);
  await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) }, "confirmed");
});

// The client reuses a blockhash for 30 s, which is longer than one lasts at this pace.
beforeEach(() => {
  connection = new Connection(localnet.rpcUrl, "confirmed");
});

afterAll(async () => {
  await localnet.stop();
  folder.remove();
});

const send = (instructions: TransactionInstruction[], ...others: Keypair[]) =>
  sendAndConfirmTransaction(connection, new Transaction().add(...instructions), [payer, ...others]);

/** Creates a mint with extensions; `before` initializes them, `extra` bytes are for later data. */
async function mintWith(
  extensions: ExtensionType[],
  before: (mint: PublicKey) => TransactionInstruction[],
  { extra = 0, after = () => [] }: { extra?: number; after?: (mint: PublicKey) => TransactionInstruction[] } = {},
): Promise<PublicKey> {
  const mint = Keypair.generate();
  const space = getMintLen(extensions);
  const create = SystemProgram.createAccount({
    fromPubkey: payer.publicKey,
    newAccountPubkey: mint.publicKey,
    space,
    lamports: await connection.getMinimumBalanceForRentExemption(space + extra),
    programId: P,
  });
  const me = payer.publicKey;
  const start = createInitializeMintInstruction(mint.publicKey, DECIMALS, me, me, P);
  await send([create, ...before(mint.publicKey), start, ...after(mint.publicKey)], mint);
  return mint.publicKey;
}

const open = (mint: PublicKey, owner: PublicKey) =>
  createAssociatedTokenAccountIdempotent(connection, payer, mint, owner, CONFIRMED, P);

/** Accounts of the payer, with tokens, and of a stranger. */
async function holders(mint: PublicKey): Promise<{ mine: PublicKey; theirs: PublicKey; stranger: Keypair }> {
  const stranger = Keypair.generate();
  const [mine, theirs] = [await open(mint, payer.publicKey), await open(mint, stranger.publicKey)];
  await mintTo(connection, payer, mint, mine, payer, MINTED, [], CONFIRMED, P);
  return { mine, theirs, stranger };
}

const move = (mint: PublicKey, from: PublicKey, to: PublicKey, amount: bigint, owner = payer) =>
  transferChecked(connection, payer, from, mint, to, owner, amount, DECIMALS, [], CONFIRMED, P);

async function refusal(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SendTransactionError)) return `no refusal: ${String(error)}`;
  return (error.logs ?? []).join("\n");
}

const amountOf = async (account: PublicKey) => (await getAccount(connection, account, "confirmed", P)).amount;

describe("mints of Token-2022 made with an unmodified @solana/spl-token", () => {
  it("charge a fee on each transfer, which can be collected", async () => {
    const me = payer.publicKey;
    const mint = await mintWith([ExtensionType.TransferFeeConfig], (key) => [
      createInitializeTransferFeeConfigInstruction(key, me, me, 100, 5_000_000n, P),
    ]);
    const { mine, theirs } = await holders(mint);
    const fee = 1_000_000n;
    await transferCheckedWithFee(
      connection,
      payer,
      mine,
      mint,
      theirs,
      payer,
      100_000_000n,
      DECIMALS,
      fee,
      [],
      CONFIRMED,
      P,
    );
    const held = await getAccount(connection, theirs, "confirmed", P);
    expect(held.amount).toBe(99_000_000n);
    expect(getTransferFeeAmount(held)?.withheldAmount).toBe(fee);
    await withdrawWithheldTokensFromAccounts(connection, payer, mint, mine, payer, [], [theirs], CONFIRMED, P);
    expect(await amountOf(mine)).toBe(MINTED - 100_000_000n + fee);
    const config = getTransferFeeConfig(await getMint(connection, mint, "confirmed", P));
    expect(config?.newerTransferFee.transferFeeBasisPoints).toBe(100);
  });

  it("have metadata, which can be changed", async () => {
    const me = payer.publicKey;
    const field = { programId: P, metadata: anyAddress(), updateAuthority: me };
    const mint = await mintWith(
      [ExtensionType.MetadataPointer],
      (key) => [createInitializeMetadataPointerInstruction(key, me, key, P)],
      {
        extra: 400,
        after: (key) => [
          createInitializeInstruction({
            ...field,
            metadata: key,
            mint: key,
            mintAuthority: me,
            name: "Tribe",
            symbol: "TRB",
            uri: "https://tribe.example/1",
          }),
          createUpdateFieldInstruction({ ...field, metadata: key, field: "colour", value: "green" }),
        ],
      },
    );
    const metadata = await getTokenMetadata(connection, mint, "confirmed", P);
    expect(metadata).toMatchObject({ name: "Tribe", symbol: "TRB", additionalMetadata: [["colour", "green"]] });
  });

  it("bear interest by the chain's clock", async () => {
    const mint = await mintWith([ExtensionType.InterestBearingConfig], (key) => [
      createInitializeInterestBearingMintInstruction(key, payer.publicKey, 32_000, P),
    ]);
    const config = getInterestBearingMintConfigState(await getMint(connection, mint, "confirmed", P));
    expect(config?.currentRate).toBe(32_000);
    const now = await connection.getBlockTime(await connection.getSlot());
    expect(Math.abs(Number(config?.initializationTimestamp) - (now ?? 0))).toBeLessThan(60);
    const shown = await amountToUiAmount(connection, payer, mint, 1_000_000n, P);
    expect(Number(shown)).toBeGreaterThanOrEqual(1);
  });

  it("call their transfer hook's program", async () => {
    const hook = anyAddress();
    const mint = await mintWith([ExtensionType.TransferHook], (key) => [
      createInitializeTransferHookInstruction(key, payer.publicKey, hook, P),
    ]);
    const { mine, theirs } = await holders(mint);
    expect(getTransferHook(await getMint(connection, mint, "confirmed", P))?.programId.equals(hook)).toBe(true);
    // No such program was deployed, so the transfer fails.
    expect(await refusal(move(mint, mine, theirs, 1n))).toContain(P.toBase58());
    expect(await amountOf(theirs)).toBe(0n);
  });

  it("can't be transferred when they are made so", async () => {
    const mint = await mintWith([ExtensionType.NonTransferable], (key) => [
      createInitializeNonTransferableMintInstruction(key, P),
    ]);
    const { mine, theirs } = await holders(mint);
    expect(await refusal(move(mint, mine, theirs, 1n))).toContain("Transfer is disabled for this mint");
  });

  it("can be moved by their permanent delegate", async () => {
    const delegate = Keypair.generate();
    const mint = await mintWith([ExtensionType.PermanentDelegate], (key) => [
      createInitializePermanentDelegateInstruction(key, delegate.publicKey, P),
    ]);
    const { mine, theirs, stranger } = await holders(mint);
    await move(mint, mine, theirs, 5n, delegate);
    expect(await amountOf(theirs)).toBe(5n);
    expect(await refusal(move(mint, mine, theirs, 5n, stranger))).toContain("owner does not match");
    const held = getPermanentDelegate(await getMint(connection, mint, "confirmed", P));
    expect(held?.delegate.equals(delegate.publicKey)).toBe(true);
  });

  it("open accounts frozen when they are made so", async () => {
    const mint = await mintWith([ExtensionType.DefaultAccountState], (key) => [
      createInitializeDefaultAccountStateInstruction(key, AccountState.Frozen, P),
    ]);
    const mine = await open(mint, payer.publicKey);
    expect((await getAccount(connection, mine, "confirmed", P)).isFrozen).toBe(true);
    await thawAccount(connection, payer, mine, mint, payer, [], CONFIRMED, P);
    await mintTo(connection, payer, mint, mine, payer, 1n, [], CONFIRMED, P);
    expect(await amountOf(mine)).toBe(1n);
  });

  it("can be paused, and closed when none are left", async () => {
    const me = payer.publicKey;
    const mint = await mintWith([ExtensionType.PausableConfig, ExtensionType.MintCloseAuthority], (key) => [
      createInitializePausableConfigInstruction(key, me, P),
      createInitializeMintCloseAuthorityInstruction(key, me, P),
    ]);
    expect(getMintCloseAuthority(await getMint(connection, mint, "confirmed", P))?.closeAuthority.equals(me)).toBe(
      true,
    );
    await pause(connection, payer, mint, payer, [], CONFIRMED, P);
    const mine = await open(mint, me);
    expect(await refusal(mintTo(connection, payer, mint, mine, payer, 1n, [], CONFIRMED, P))).toContain("paused");
    await resume(connection, payer, mint, payer, [], CONFIRMED, P);
    await closeAccount(connection, payer, mint, me, payer, [], CONFIRMED, P);
    expect(await connection.getAccountInfo(mint)).toBeNull();
  });

  it("can be sent to accounts that require a memo, or have a guard against programs", async () => {
    const mint = await mintWith([], () => []);
    const { mine, theirs, stranger } = await holders(mint);
    const me = payer.publicKey;
    await send(
      [
        createReallocateInstruction(theirs, me, [ExtensionType.MemoTransfer], stranger.publicKey, [], P),
        createEnableRequiredMemoTransfersInstruction(theirs, stranger.publicKey, [], P),
      ],
      stranger,
    );
    expect(await refusal(move(mint, mine, theirs, 1n))).toContain("No memo in previous instruction");
    await send([
      createReallocateInstruction(mine, me, [ExtensionType.CpiGuard], me, [], P),
      createEnableCpiGuardInstruction(mine, me, [], P),
      createDisableCpiGuardInstruction(mine, me, [], P),
    ]);
    expect(await amountOf(mine)).toBe(MINTED);
  });
});
