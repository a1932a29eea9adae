import { TOKEN_2022_PROGRAM_ID } from "@solana/spl-token";
import {
  type Commitment,
  Connection,
  Message,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  Transaction,
  VersionedTransaction,
} from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anyAddress, transfer } from "../support.ts";
import { type RpcWorld, rpcWorld } from "./world.ts";

let world: RpcWorld;

beforeAll(() => {
  world = rpcWorld();
});

afterAll(async () => {
  await world.chain.close();
});

// The client validates every answer with its own schema, and throws when one does not match.
const connection = new Connection("http://chain.invalid", {
  commitment: "finalized",
  fetch: async (_url, init) => new Response(world.chain.answer(String(init?.body)) ?? ""),
});
const context = { context: { apiVersion: "3.1.10", slot: expect.any(Number) } };
const base58 = expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,88}$/);
const v0 = { maxSupportedTransactionVersion: 0 } as const;
const slotOf = async (found: string) => (await connection.getTransaction(found, v0))?.slot ?? 0;
const gone = "Method not found";

type Call = () => readonly [answer: () => Promise<unknown>, expected: unknown];

/** Each method's expected answer or error. */
const CALLS: Readonly<Record<string, Call>> = {
  getBalanceAndContext: () => [() => connection.getBalanceAndContext(world.to), { ...context, value: 3_000_000 }],
  getBalance: () => [() => connection.getBalance(world.to), 3_000_000],
  getBlockTime: () => [() => connection.getBlockTime(1), expect.any(Number)],
  getMinimumLedgerSlot: () => [() => connection.getMinimumLedgerSlot(), 0],
  getFirstAvailableBlock: () => [() => connection.getFirstAvailableBlock(), 0],
  getSupply: () => [
    () => connection.getSupply({ excludeNonCirculatingAccountsList: true }),
    { ...context, value: expect.objectContaining({ nonCirculating: 0 }) },
  ],
  getTokenSupply: () => [
    () => connection.getTokenSupply(world.mint),
    { ...context, value: { amount: "1500000", decimals: 6, uiAmount: 1.5, uiAmountString: "1.5" } },
  ],
  getTokenAccountBalance: () => [
    () => connection.getTokenAccountBalance(world.holder),
    { ...context, value: expect.objectContaining({ amount: "1000000" }) },
  ],
  getTokenAccountsByOwner: () => [
    () => connection.getTokenAccountsByOwner(world.payer.publicKey, { mint: world.mint }),
    { ...context, value: [expect.objectContaining({ pubkey: world.holder })] },
  ],
  getParsedTokenAccountsByOwner: () => [
    () => connection.getParsedTokenAccountsByOwner(world.other, { programId: TOKEN_2022_PROGRAM_ID }),
    { ...context, value: [expect.objectContaining({ account: expect.objectContaining({ executable: false }) })] },
  ],
  getLargestAccounts: () => [
    async () => (await connection.getLargestAccounts({ filter: "circulating" })).value[0]?.lamports,
    expect.any(Number),
  ],
  getTokenLargestAccounts: () => [
    async () => (await connection.getTokenLargestAccounts(world.mint)).value.map(({ amount }) => amount),
    ["1000000", "500000"],
  ],
  getAccountInfoAndContext: () => [
    () => connection.getAccountInfoAndContext(world.to, { dataSlice: { offset: 0, length: 1 } }),
    { ...context, value: expect.objectContaining({ lamports: 3_000_000, owner: SystemProgram.programId }) },
  ],
  getParsedAccountInfo: () => [
    () => connection.getParsedAccountInfo(world.mint),
    {
      ...context,
      value: expect.objectContaining({ data: expect.objectContaining({ program: "spl-token-2022", space: 82 }) }),
    },
  ],
  getAccountInfo: () => [() => connection.getAccountInfo(anyAddress()), null],
  getMultipleParsedAccounts: () => [
    () => connection.getMultipleParsedAccounts([world.holder, anyAddress()]),
    { ...context, value: [expect.objectContaining({ owner: TOKEN_2022_PROGRAM_ID }), null] },
  ],
  getMultipleAccountsInfoAndContext: () => [
    () => connection.getMultipleAccountsInfoAndContext([world.to]),
    { ...context, value: [expect.objectContaining({ lamports: 3_000_000 })] },
  ],
  getMultipleAccountsInfo: () => [() => connection.getMultipleAccountsInfo([anyAddress()]), [null]],
  getStakeActivation: () => [() => connection.getStakeActivation(world.to), gone],
  getProgramAccounts: () => [
    () => connection.getProgramAccounts(TOKEN_2022_PROGRAM_ID, { filters: [{ dataSize: 82 }], withContext: true }),
    { ...context, value: [expect.objectContaining({ pubkey: world.mint })] },
  ],
  getParsedProgramAccounts: () => [
    () => connection.getParsedProgramAccounts(TOKEN_2022_PROGRAM_ID, { filters: [{ dataSize: 82 }] }),
    [expect.objectContaining({ pubkey: world.mint })],
  ],
  getClusterNodes: () => [
    () => connection.getClusterNodes(),
    [expect.objectContaining({ pubkey: base58, rpc: null, version: "3.1.10" })],
  ],
  getVoteAccounts: () => [
    () => connection.getVoteAccounts(),
    { current: [expect.objectContaining({ activatedStake: 999_999_997_717_120, commission: 0 })], delinquent: [] },
  ],
  getSlot: () => [() => connection.getSlot("processed"), expect.any(Number)],
  getSlotLeader: () => [() => connection.getSlotLeader(), base58],
  getSlotLeaders: () => [async () => (await connection.getSlotLeaders(1, 3)).length, 3],
  getSignatureStatus: () => [
    () => connection.getSignatureStatus(world.signatures.failed, { searchTransactionHistory: true }),
    {
      ...context,
      value: expect.objectContaining({
        err: { InstructionError: [0, { Custom: 1 }] },
        confirmationStatus: "finalized",
      }),
    },
  ],
  getSignatureStatuses: () => [
    () => connection.getSignatureStatuses([world.signatures.memo, "1".repeat(64)]),
    { ...context, value: [expect.objectContaining({ err: null, confirmations: null }), null] },
  ],
  getTransactionCount: () => [() => connection.getTransactionCount(), 7],
  getTotalSupply: () => [() => connection.getTotalSupply(), expect.any(Number)],
  getInflationGovernor: () => [
    () => connection.getInflationGovernor(),
    expect.objectContaining({ foundation: 0, initial: 0 }),
  ],
  getInflationReward: () => [() => connection.getInflationReward([world.to], 0), "Block not available for slot 432000"],
  getInflationRate: () => [() => connection.getInflationRate(), expect.objectContaining({ total: 0, epoch: 0 })],
  getEpochInfo: () => [() => connection.getEpochInfo(), expect.objectContaining({ epoch: 0, slotsInEpoch: 432_000 })],
  getEpochSchedule: () => [async () => (await connection.getEpochSchedule()).getEpochAndSlotIndex(432_007), [1, 7]],
  getLeaderSchedule: () => [
    async () => Object.values(await connection.getLeaderSchedule()).map((slots) => slots.length),
    [432_000],
  ],
  getMinimumBalanceForRentExemption: () => [() => connection.getMinimumBalanceForRentExemption(0), 890_880],
  getRecentBlockhashAndContext: () => [() => connection.getRecentBlockhashAndContext(), expect.anything()],
  getRecentPerformanceSamples: () => [() => connection.getRecentPerformanceSamples(1), []],
  getFeeCalculatorForBlockhash: () => [
    async () => connection.getFeeCalculatorForBlockhash((await connection.getLatestBlockhash()).blockhash),
    gone,
  ],
  getFeeForMessage: () => [
    async () => {
      const wire = Buffer.from(world.transferWire("finalized"), "base64");
      return connection.getFeeForMessage(Message.from(wire.subarray(65)));
    },
    { ...context, value: 5000 },
  ],
  getRecentPrioritizationFees: () => [
    async () => (await connection.getRecentPrioritizationFees({ lockedWritableAccounts: [world.to] }))[0],
    { slot: expect.any(Number), prioritizationFee: 0 },
  ],
  getRecentBlockhash: () => [() => connection.getRecentBlockhash(), expect.objectContaining({ blockhash: base58 })],
  getLatestBlockhash: () => [
    () => connection.getLatestBlockhash(),
    { blockhash: base58, lastValidBlockHeight: expect.any(Number) },
  ],
  getLatestBlockhashAndContext: () => [
    () => connection.getLatestBlockhashAndContext({ commitment: "confirmed", minContextSlot: 1 }),
    { ...context, value: expect.objectContaining({ blockhash: base58 }) },
  ],
  isBlockhashValid: () => [() => connection.isBlockhashValid("1".repeat(32)), { ...context, value: false }],
  getVersion: () => [() => connection.getVersion(), { "solana-core": "3.1.10", "feature-set": expect.any(Number) }],
  getGenesisHash: () => [() => connection.getGenesisHash(), base58],
  getBlock: () => [
    async () =>
      connection.getBlock(await slotOf(world.signatures.versioned), { ...v0, transactionDetails: "accounts" }),
    expect.objectContaining({
      transactions: [
        expect.objectContaining({
          version: 0,
          transaction: expect.objectContaining({
            accountKeys: expect.arrayContaining([expect.objectContaining({ source: "lookupTable", writable: true })]),
          }),
        }),
      ],
    }),
  ],
  getParsedBlock: () => [
    async () => connection.getParsedBlock(await slotOf(world.signatures.versioned), { ...v0, rewards: false }),
    expect.objectContaining({ transactions: [expect.objectContaining({ version: 0 })], blockTime: expect.any(Number) }),
  ],
  getBlockProduction: () => [
    () => connection.getBlockProduction({ range: { firstSlot: 1, lastSlot: 2 } }),
    { ...context, value: expect.objectContaining({ range: { firstSlot: 1, lastSlot: 2 } }) },
  ],
  getTransaction: () => [
    () => connection.getTransaction(world.signatures.versioned, v0),
    expect.objectContaining({
      meta: expect.objectContaining({ loadedAddresses: { readonly: [], writable: [expect.any(PublicKey)] } }),
    }),
  ],
  getParsedTransaction: () => [
    () => connection.getParsedTransaction(world.signatures.memo),
    expect.objectContaining({ meta: expect.objectContaining({ err: null }) }),
  ],
  getParsedTransactions: () => [
    async () => (await connection.getParsedTransactions([world.signatures.memo, "1".repeat(64)])).map((tx) => tx?.slot),
    [expect.any(Number), undefined],
  ],
  getTransactions: () => [
    async () => (await connection.getTransactions([world.signatures.memo, world.signatures.versioned], v0)).length,
    2,
  ],
  getConfirmedBlock: () => [() => connection.getConfirmedBlock(1), expect.objectContaining({ parentSlot: 0 })],
  getBlocks: () => [() => connection.getBlocks(1, 3), [1, 2, 3]],
  getBlockSignatures: () => [
    async () => (await connection.getBlockSignatures(await slotOf(world.signatures.memo))).signatures,
    [base58],
  ],
  getConfirmedBlockSignatures: () => [
    () => connection.getConfirmedBlockSignatures(1),
    expect.objectContaining({ parentSlot: 0 }),
  ],
  getConfirmedTransaction: () => [
    () => connection.getConfirmedTransaction(world.signatures.memo),
    expect.objectContaining({ slot: expect.any(Number) }),
  ],
  getParsedConfirmedTransaction: () => [
    () => connection.getParsedConfirmedTransaction(world.signatures.memo),
    expect.objectContaining({ slot: expect.any(Number) }),
  ],
  getParsedConfirmedTransactions: () => [
    async () => (await connection.getParsedConfirmedTransactions([world.signatures.memo])).length,
    1,
  ],
  getConfirmedSignaturesForAddress2: () => [() => connection.getConfirmedSignaturesForAddress2(world.to), gone],
  getSignaturesForAddress: () => [
    () => connection.getSignaturesForAddress(world.to, { before: world.signatures.versioned }),
    [
      {
        signature: world.signatures.memo,
        memo: "[5] hello",
        err: null,
        slot: expect.any(Number),
        blockTime: expect.any(Number),
        confirmationStatus: "finalized",
      },
    ],
  ],
  getAddressLookupTable: () => [
    async () => (await connection.getAddressLookupTable(world.table)).value?.state.addresses,
    [world.to],
  ],
  getNonceAndContext: () => [
    () => connection.getNonceAndContext(world.nonce),
    { ...context, value: expect.objectContaining({ authorizedPubkey: world.payer.publicKey }) },
  ],
  getNonce: () => [() => connection.getNonce(world.nonce), expect.objectContaining({ nonce: base58 })],
  requestAirdrop: () => [() => connection.requestAirdrop(anyAddress(), 1_000_000_000), base58],
  getStakeMinimumDelegation: () => [() => connection.getStakeMinimumDelegation(), { ...context, value: 1_000_000_000 }],
  simulateTransaction: () => [
    () => {
      const transaction = VersionedTransaction.deserialize(Buffer.from(world.transferWire("finalized"), "base64"));
      const accounts = { encoding: "base64" as const, addresses: [world.payer.publicKey.toBase58()] };
      return connection.simulateTransaction(transaction, { sigVerify: true, innerInstructions: true, accounts });
    },
    {
      ...context,
      value: expect.objectContaining({ err: null, unitsConsumed: 150, accounts: [expect.anything()] }),
    },
  ],
  sendTransaction: () => [
    () => {
      const transaction = new Transaction().add(transfer(world.payer.publicKey, anyAddress(), 1_000_001));
      return connection.sendTransaction(transaction, [world.payer]);
    },
    base58,
  ],
  sendRawTransaction: () => [
    () => connection.sendRawTransaction(Buffer.from(world.transferWire("finalized"), "base64"), { maxRetries: 3 }),
    base58,
  ],
  sendEncodedTransaction: () => [() => connection.sendEncodedTransaction(world.transferWire("finalized")), base58],
};

// Methods that are not one HTTP call: PubSub and methods based on it (tested in clients.test.ts), and one that pages by slots.
const OTHERS = /^(constructor|commitment|rpcEndpoint|_.*|on[A-Z].*|remove.*|confirmTransaction.*|get\w*Promise)$/;

describe("every method of an unmodified @solana/web3.js", () => {
  it("is in this table", () => {
    const names = Object.getOwnPropertyNames(Connection.prototype).filter((name) => !OTHERS.test(name));
    expect(names.filter((name) => !(name in CALLS))).toEqual(["getConfirmedSignaturesForAddress"]);
  });

  it.each(Object.entries(CALLS))("%s", async (_name, call) => {
    const [answer, expected] = call();
    const result = await answer().catch((error: unknown) => String(error));
    if (typeof expected === "string") expect(result).toContain(expected);
    else expect(result).toEqual(expected);
  });

  it.each(["processed", "confirmed", "finalized"] satisfies Commitment[])("reads at %s", async (commitment) => {
    expect(await connection.getBalance(world.to, commitment)).toBe(3_000_000);
  });
});

describe("errors reach a user of @solana/web3.js as its own", () => {
  it("a failed preflight with its logs", async () => {
    const transaction = new Transaction().add(transfer(world.payer.publicKey, anyAddress(), 1e15));
    const error: unknown = await connection.sendTransaction(transaction, [world.payer]).catch((reason) => reason);
    if (!(error instanceof SendTransactionError)) throw error;
    expect(error.transactionError.message).toBe(
      "Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1",
    );
    expect(error.logs).toContain("Program 11111111111111111111111111111111 failed: custom program error: 0x1");
  });

  it("a refusal with its code", async () => {
    const error: unknown = await connection.getBlock(77_777).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: -32004,
      message: expect.stringContaining("Block not available for slot 77777"),
    });
  });
});
