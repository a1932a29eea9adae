import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  type Address,
  address,
  createSolanaRpc,
  fetchJsonParsedAccount,
  fetchJsonParsedAccounts,
  isAddress,
  type JsonParsedAddressLookupTableAccount,
  type JsonParsedBpfUpgradeableLoaderProgramAccount,
  type JsonParsedNonceAccount,
  type JsonParsedSysvarAccount,
  type JsonParsedTokenAccount,
  type JsonParsedTokenProgramAccount,
  stringifiedBigInt,
  stringifiedNumber,
} from "@solana/kit";
import * as token from "@solana/spl-token";
import {
  AddressLookupTableProgram,
  Connection,
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  SYSVAR_CLOCK_PUBKEY,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  type TransactionInstruction,
} from "@solana/web3.js";
import { decompress } from "fzstd";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Localnet, startLocalnet } from "../../src/index.ts";
import { anyAddress, field, temporaryFolder } from "../support.ts";

const CONFIRMED = { commitment: "confirmed" } as const;
const T22 = token.TOKEN_2022_PROGRAM_ID;
const { ExtensionType } = token;
const EXTENSIONS = [
  ExtensionType.TransferFeeConfig,
  ExtensionType.MintCloseAuthority,
  ExtensionType.DefaultAccountState,
  ExtensionType.PermanentDelegate,
  ExtensionType.TransferHook,
  ExtensionType.MetadataPointer,
  ExtensionType.GroupPointer,
  ExtensionType.GroupMemberPointer,
  ExtensionType.ScaledUiAmountConfig,
  ExtensionType.PausableConfig,
];

const folder = temporaryFolder();
const payer = Keypair.generate();
const PAYER = payer.publicKey.toBase58();
const mint = Keypair.generate();
const hook = anyAddress();
const PROGRAM = anyAddress();
const CURVE = fileURLToPath(new URL("../../../../programs/artifacts/curve.so", import.meta.url));
let localnet: Localnet;
let connection: Connection;
let rpc: ReturnType<typeof createSolanaRpc>;
let holding: PublicKey;

const send = (instructions: TransactionInstruction[], ...signers: Keypair[]) =>
  sendAndConfirmTransaction(connection, new Transaction().add(...instructions), [payer, ...signers], CONFIRMED);

beforeAll(async () => {
  const programs = [{ id: PROGRAM.toBase58(), file: CURVE, authority: PAYER }];
  localnet = await startLocalnet({ ledger: folder.path, slotMs: 100, programs });
  connection = new Connection(localnet.rpcUrl, "confirmed");
  rpc = createSolanaRpc(localnet.rpcUrl);
  const signature = await connection.requestAirdrop(payer.publicKey, 100_000_000_000);
  await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) }, "confirmed");
  await makeMint();
  holding = await token.createAssociatedTokenAccount(
    connection,
    payer,
    mint.publicKey,
    payer.publicKey,
    CONFIRMED,
    T22,
  );
  await token.mintTo(connection, payer, mint.publicKey, holding, payer, 1_000, [], CONFIRMED, T22);
});

afterAll(async () => {
  await localnet.stop();
  folder.remove();
});

async function makeMint() {
  const me = payer.publicKey;
  const at = mint.publicKey;
  const space = token.getMintLen(EXTENSIONS);
  const lamports = await connection.getMinimumBalanceForRentExemption(space + 400);
  await send(
    [
      SystemProgram.createAccount({ fromPubkey: me, newAccountPubkey: at, space, lamports, programId: T22 }),
      token.createInitializeTransferFeeConfigInstruction(at, me, me, 50, 1_000n),
      token.createInitializeMintCloseAuthorityInstruction(at, me, T22),
      token.createInitializeDefaultAccountStateInstruction(at, token.AccountState.Initialized),
      token.createInitializePermanentDelegateInstruction(at, me, T22),
      token.createInitializeTransferHookInstruction(at, me, hook, T22),
      token.createInitializeMetadataPointerInstruction(at, me, at, T22),
      token.createInitializeGroupPointerInstruction(at, me, at),
      token.createInitializeGroupMemberPointerInstruction(at, me, at),
      token.createInitializeScaledUiAmountConfigInstruction(at, me, 2.5),
      token.createInitializePausableConfigInstruction(at, me),
      token.createInitializeMintInstruction(at, 2, me, me, T22),
      token.createInitializeInstruction({
        programId: T22,
        metadata: at,
        updateAuthority: me,
        mint: at,
        mintAuthority: me,
        name: "Tribe",
        symbol: "TRB",
        uri: "https://tribe.test/1.json",
      }),
      token.createUpdateFieldInstruction({
        programId: T22,
        metadata: at,
        updateAuthority: me,
        field: "colour",
        value: "red",
      }),
    ],
    mint,
  );
}

/** An account that must be parsed, as kit's helper gives it. */
async function parsed<T extends object>(key: PublicKey) {
  const account = await fetchJsonParsedAccount<T>(rpc, address(key.toBase58()), CONFIRMED);
  if (!account.exists || account.data instanceof Uint8Array) throw new Error("not parsed");
  return account.data;
}

/** The fields of one kind of a union of parsed accounts. */
type Info<U, T extends string> = Extract<U, { type: T }> extends { info: infer I } ? I : never;

describe("kit's helpers parse, by kit's own types", () => {
  it("a mint with its extensions", async () => {
    const found = await parsed<Info<JsonParsedTokenProgramAccount, "mint">>(mint.publicKey);
    expect(found.parsedAccountMeta).toEqual({ program: "spl-token-2022", type: "mint" });
    const expected: Info<JsonParsedTokenProgramAccount, "mint"> = {
      decimals: 2,
      freezeAuthority: address(PAYER),
      isInitialized: true,
      mintAuthority: address(PAYER),
      supply: stringifiedBigInt("1000"),
    };
    expect(found).toMatchObject(expected);
    const fee = { epoch: 0n, maximumFee: 1_000n, transferFeeBasisPoints: 50 };
    const at = mint.publicKey.toBase58();
    expect(found.extensions).toEqual(
      expect.arrayContaining([
        {
          extension: "transferFeeConfig",
          state: {
            transferFeeConfigAuthority: PAYER,
            withdrawWithheldAuthority: PAYER,
            withheldAmount: 0n,
            olderTransferFee: expect.objectContaining({ maximumFee: 1_000n }),
            newerTransferFee: expect.objectContaining({ maximumFee: fee.maximumFee }),
          },
        },
        { extension: "mintCloseAuthority", state: { closeAuthority: PAYER } },
        { extension: "defaultAccountState", state: { accountState: "initialized" } },
        { extension: "permanentDelegate", state: { delegate: PAYER } },
        { extension: "transferHook", state: { authority: PAYER, programId: hook.toBase58() } },
        { extension: "metadataPointer", state: { authority: PAYER, metadataAddress: at } },
        { extension: "groupPointer", state: { authority: PAYER, groupAddress: at } },
        { extension: "groupMemberPointer", state: { authority: PAYER, memberAddress: at } },
        {
          extension: "scaledUiAmountConfig",
          state: expect.objectContaining({ authority: PAYER, multiplier: "2.5", newMultiplier: "2.5" }),
        },
        { extension: "pausableConfig", state: { authority: PAYER, paused: false } },
        {
          extension: "tokenMetadata",
          state: {
            updateAuthority: PAYER,
            mint: at,
            name: "Tribe",
            symbol: "TRB",
            uri: "https://tribe.test/1.json",
            additionalMetadata: [["colour", "red"]],
          },
        },
      ]),
    );
    expect(found.extensions).toHaveLength(EXTENSIONS.length + 1);
  });

  it("a token account with its extensions, in the amounts that its mint shows", async () => {
    const expected: JsonParsedTokenAccount = {
      mint: address(mint.publicKey.toBase58()),
      owner: address(PAYER),
      isNative: false,
      state: "initialized",
      tokenAmount: {
        amount: stringifiedBigInt("1000"),
        decimals: 2,
        uiAmount: 25,
        uiAmountString: stringifiedNumber("25"),
      },
      extensions: [
        { extension: "immutableOwner" },
        { extension: "transferFeeAmount", state: { withheldAmount: 0n } },
        { extension: "transferHookAccount", state: { transferring: false } },
        { extension: "pausableAccount" },
      ],
    };
    const { extensions, parsedAccountMeta, ...found } = await parsed<JsonParsedTokenAccount>(holding);
    expect(parsedAccountMeta).toEqual({ program: "spl-token-2022", type: "account" });
    expect({ ...found, extensions: expected.extensions }).toEqual(expected);
    expect(extensions).toHaveLength(4);
    expect(extensions).toEqual(expect.arrayContaining([...(expected.extensions ?? [])]));
  });

  it("a nonce", async () => {
    const nonce = Keypair.generate();
    const lamports = await connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH);
    const keys = { fromPubkey: payer.publicKey, noncePubkey: nonce.publicKey, authorizedPubkey: payer.publicKey };
    await send([...SystemProgram.createNonceAccount({ ...keys, lamports }).instructions], nonce);
    const found = await parsed<JsonParsedNonceAccount["info"]>(nonce.publicKey);
    expect(found.parsedAccountMeta).toEqual({ program: "nonce", type: "initialized" });
    expect(found).toMatchObject({ authority: PAYER, feeCalculator: { lamportsPerSignature: "5000" } });
    expect(isAddress(found.blockhash)).toBe(true);
    expect((await connection.getNonce(nonce.publicKey))?.nonce).toBe(found.blockhash);
  });

  it("a lookup table", async () => {
    const authority = payer.publicKey;
    const recentSlot = (await connection.getSlot("confirmed")) - 1;
    const [create, at] = AddressLookupTableProgram.createLookupTable({ authority, payer: authority, recentSlot });
    const addresses = [hook, mint.publicKey];
    await send([
      create,
      AddressLookupTableProgram.extendLookupTable({ lookupTable: at, authority, payer: authority, addresses }),
    ]);
    const found = await parsed<JsonParsedAddressLookupTableAccount["info"]>(at);
    const expected: Omit<JsonParsedAddressLookupTableAccount["info"], "lastExtendedSlot"> = {
      addresses: addresses.map((key) => address(key.toBase58())),
      authority: address(PAYER),
      deactivationSlot: stringifiedBigInt("18446744073709551615"),
      lastExtendedSlotStartIndex: 0,
    };
    expect(found).toMatchObject(expected);
    expect((await connection.getAddressLookupTable(at)).value?.state.addresses).toEqual(addresses);
  });

  it("a program and its code", async () => {
    type Loader = JsonParsedBpfUpgradeableLoaderProgramAccount;
    const program = await parsed<Info<Loader, "program">>(PROGRAM);
    const code = await parsed<Info<Loader, "programData">>(new PublicKey(program.programData));
    expect(code).toMatchObject({ authority: PAYER, slot: 0n });
    expect(code.data).toEqual([readFileSync(CURVE).toString("base64"), "base64"]);
  });

  it("the clock", async () => {
    const found = await parsed<Info<JsonParsedSysvarAccount, "clock">>(SYSVAR_CLOCK_PUBKEY);
    expect(found.slot).toBeTypeOf("bigint");
    expect(found.parsedAccountMeta).toEqual({ program: "sysvar", type: "clock" });
  });

  it("several accounts at once, of which some are bytes or not there", async () => {
    const plain = address(PAYER);
    const nobody: Address = address(anyAddress().toBase58());
    const found = await fetchJsonParsedAccounts(rpc, [address(holding.toBase58()), plain, nobody], CONFIRMED);
    expect(found.map((account) => account.exists)).toEqual([true, true, false]);
    expect(field(found[0], "data", "state")).toBe("initialized");
    expect(field(found[1], "data")).toEqual(new Uint8Array());
  });
});

describe("web3.js parses", () => {
  it("a mint, a token account and the transaction that made them", async () => {
    const account = await connection.getParsedAccountInfo(mint.publicKey);
    expect(field(account.value?.data, "parsed", "info", "extensions")).toHaveLength(EXTENSIONS.length + 1);
    const held = await connection.getParsedTokenAccountsByOwner(payer.publicKey, { mint: mint.publicKey });
    expect(held.value.map(({ pubkey }) => pubkey.toBase58())).toEqual([holding.toBase58()]);
    expect((await connection.getTokenAccountBalance(holding)).value.uiAmount).toBe(25);
    const [first] = (await connection.getSignaturesForAddress(mint.publicKey)).slice(-1);
    const made = await connection.getParsedTransaction(first?.signature ?? "", { maxSupportedTransactionVersion: 0 });
    const types = made?.transaction.message.instructions.map((one) => ("parsed" in one ? one.parsed.type : "unknown"));
    expect(types).toEqual([
      "createAccount",
      "initializeTransferFeeConfig",
      "initializeMintCloseAuthority",
      "initializeDefaultAccountState",
      "initializePermanentDelegate",
      "initializeTransferHook",
      "initializeMetadataPointer",
      "initializeGroupPointer",
      "initializeGroupMemberPointer",
      "initializeScaledUiAmountConfig",
      "initializePausableConfig",
      "initializeMint",
      "initializeTokenMetadata",
      "updateTokenMetadataField",
    ]);
  });
});

it("kit reads base64+zstd as it reads base64", async () => {
  const key = address(mint.publicKey.toBase58());
  const [packed, plain] = await Promise.all([
    rpc.getAccountInfo(key, { ...CONFIRMED, encoding: "base64+zstd" }).send(),
    rpc.getAccountInfo(key, { ...CONFIRMED, encoding: "base64" }).send(),
  ]);
  const data = Buffer.from(decompress(Buffer.from(packed.value?.data[0] ?? "", "base64")));
  expect(data.toString("base64")).toBe(plain.value?.data[0]);
});
