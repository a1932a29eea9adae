import {
  type Address,
  address,
  type Base64EncodedWireTransaction,
  createSolanaRpcFromTransport,
  isSolanaError,
  lamports,
  type RpcTransport,
  type Signature,
  SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  type SolanaRpcApi,
  signature,
  type TransactionMessageBytesBase64,
} from "@solana/kit";
import { TOKEN_2022_PROGRAM_ID } from "@solana/spl-token";
import { SystemProgram } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anyAddress, field, signed, transfer } from "../support.ts";
import { type RpcWorld, rpcWorld } from "./world.ts";

let world: RpcWorld;
let keys: Record<"payer" | "mint" | "holder" | "other" | "delegate" | "to" | "system" | "token", Address>;
let memo: Signature;

beforeAll(() => {
  world = rpcWorld();
  const { payer, mint, holder, other, delegate, to } = world;
  const given = { payer: payer.publicKey, mint, holder, other, delegate, to };
  const system = address(SystemProgram.programId.toBase58());
  const token = address(TOKEN_2022_PROGRAM_ID.toBase58());
  const named = (key: keyof typeof given) => address(given[key].toBase58());
  keys = {
    payer: named("payer"),
    mint: named("mint"),
    holder: named("holder"),
    other: named("other"),
    delegate: named("delegate"),
    to: named("to"),
    system,
    token,
  };
  memo = signature(world.signatures.memo);
});

afterAll(async () => {
  await world.chain.close();
});

const transport: RpcTransport = async <T>({ payload }: Parameters<RpcTransport>[0]) => {
  const request = JSON.stringify(payload, (_, value) => (typeof value === "bigint" ? Number(value) : value));
  // The answer should have the type that the method promises: that is what these tests check.
  return JSON.parse(world.chain.answer(request) ?? "null") as T;
};
const rpc = createSolanaRpcFromTransport(transport);
const wireOf = (commitment: string) => world.transferWire(commitment) as Base64EncodedWireTransaction; // base64 of one
const latest = () =>
  String(field(world.chain.request("getLatestBlockhash", { commitment: "confirmed" }), "value", "blockhash"));
/** The message of a transaction with one signature. */
const messageOf = (wire: string) =>
  Buffer.from(wire, "base64").subarray(65).toString("base64") as TransactionMessageBytesBase64; // base64 of a message
const final = { commitment: "finalized" } as const;
const context = { context: { apiVersion: "3.1.10", slot: expect.any(BigInt) } };
const identity = expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
const gone = "not found";
/** What is staked on the one node: a million SOL, less what keeps the stake account rent-exempt. */
const STAKE = 999_999_997_717_120n;

/** Each method's expected answer or error. The type makes the table complete. */
const CALLS: {
  readonly [M in keyof SolanaRpcApi]: () => readonly [answer: () => Promise<unknown>, expected: unknown];
} = {
  getAccountInfo: () => [
    () => rpc.getAccountInfo(keys.mint, { encoding: "jsonParsed" }).send(),
    { ...context, value: expect.objectContaining({ owner: keys.token, space: 82n, executable: false }) },
  ],
  getAgGenesisCert: () => [() => rpc.getAgGenesisCert().send(), gone],
  getBalance: () => [() => rpc.getBalance(keys.to, final).send(), { ...context, value: 3_000_000n }],
  getBlock: () => [
    async () => {
      const found = await rpc.getTransaction(memo, { ...final, encoding: "json" }).send();
      const config = { ...final, encoding: "jsonParsed", maxSupportedTransactionVersion: 0 } as const;
      return rpc.getBlock(found?.slot ?? 0n, config).send();
    },
    expect.objectContaining({ blockHeight: expect.any(BigInt), transactions: [expect.anything()], rewards: [] }),
  ],
  getBlockCommitment: () => [
    async () => rpc.getBlockCommitment(await rpc.getSlot(final).send()).send(),
    { commitment: [...Array.from({ length: 31 }, () => 0n), STAKE], totalStake: STAKE },
  ],
  getBlockHeight: () => [() => rpc.getBlockHeight(final).send(), expect.any(BigInt)],
  getBlockProduction: () => [
    () => rpc.getBlockProduction({ ...final, range: { firstSlot: 1n, lastSlot: 3n } }).send(),
    { ...context, value: { byIdentity: expect.any(Object), range: { firstSlot: 1n, lastSlot: 3n } } },
  ],
  getBlocks: () => [() => rpc.getBlocks(1n, 3n).send(), [1n, 2n, 3n]],
  getBlocksWithLimit: () => [() => rpc.getBlocksWithLimit(2n, 2).send(), [2n, 3n]],
  getBlockTime: () => [() => rpc.getBlockTime(1n).send(), expect.any(BigInt)],
  getClusterNodes: () => [
    () => rpc.getClusterNodes().send(),
    [expect.objectContaining({ pubkey: identity, version: "3.1.10", gossip: null, shredVersion: expect.any(Number) })],
  ],
  getEpochInfo: () => [
    () => rpc.getEpochInfo().send(),
    expect.objectContaining({ epoch: 0n, slotsInEpoch: 432_000n, transactionCount: expect.any(BigInt) }),
  ],
  getEpochSchedule: () => [
    () => rpc.getEpochSchedule().send(),
    expect.objectContaining({ slotsPerEpoch: 432_000n, warmup: false }),
  ],
  getFeeForMessage: () => [
    () => rpc.getFeeForMessage(messageOf(wireOf("finalized")), final).send(),
    { ...context, value: 5000n },
  ],
  getFirstAvailableBlock: () => [() => rpc.getFirstAvailableBlock().send(), 0n],
  getGenesisHash: () => [() => rpc.getGenesisHash().send(), identity],
  getHealth: () => [() => rpc.getHealth().send(), "ok"],
  getHighestSnapshotSlot: () => [() => rpc.getHighestSnapshotSlot().send(), "No snapshot"],
  getIdentity: () => [() => rpc.getIdentity().send(), { identity }],
  getInflationGovernor: () => [
    () => rpc.getInflationGovernor().send(),
    { initial: 0, terminal: 0, taper: 0, foundation: 0, foundationTerm: 0 },
  ],
  getInflationRate: () => [() => rpc.getInflationRate().send(), { total: 0, validator: 0, foundation: 0, epoch: 0n }],
  getInflationReward: () => [
    () => rpc.getInflationReward([keys.payer], { epoch: 0n }).send(),
    "Block not available for slot 432000",
  ],
  getLargestAccounts: () => [
    () => rpc.getLargestAccounts().send(),
    { ...context, value: expect.arrayContaining([{ address: keys.payer, lamports: expect.any(BigInt) }]) },
  ],
  getLatestBlockhash: () => [
    () => rpc.getLatestBlockhash().send(),
    { ...context, value: { blockhash: identity, lastValidBlockHeight: expect.any(BigInt) } },
  ],
  getLeaderSchedule: () => [
    async () => Object.values((await rpc.getLeaderSchedule(1n).send()) ?? {}).map((slots) => slots.length),
    [432_000],
  ],
  getMaxRetransmitSlot: () => [() => rpc.getMaxRetransmitSlot().send(), expect.any(BigInt)],
  getMaxShredInsertSlot: () => [() => rpc.getMaxShredInsertSlot().send(), expect.any(BigInt)],
  getMinimumBalanceForRentExemption: () => [() => rpc.getMinimumBalanceForRentExemption(165n).send(), 2_039_280n],
  getMultipleAccounts: () => [
    () => rpc.getMultipleAccounts([keys.to, address(anyAddress().toBase58())]).send(),
    { ...context, value: [expect.objectContaining({ lamports: 3_000_000n, data: ["", "base64"] }), null] },
  ],
  getProgramAccounts: () => [
    () => rpc.getProgramAccounts(keys.token, { encoding: "base64", filters: [{ dataSize: 82n }] }).send(),
    [{ pubkey: keys.mint, account: expect.objectContaining({ space: 82n }) }],
  ],
  getRecentPerformanceSamples: () => [() => rpc.getRecentPerformanceSamples(2).send(), []],
  getRecentPrioritizationFees: () => [
    () => rpc.getRecentPrioritizationFees([keys.to]).send(),
    expect.arrayContaining([{ slot: 1n, prioritizationFee: 0n }]),
  ],
  getSignaturesForAddress: () => [
    async () => (await rpc.getSignaturesForAddress(keys.to).send()).map(({ signature: found }) => found),
    expect.arrayContaining([expect.any(String)]),
  ],
  getSignatureStatuses: () => [
    () => rpc.getSignatureStatuses([memo], { searchTransactionHistory: true }).send(),
    {
      ...context,
      value: [expect.objectContaining({ confirmationStatus: "finalized", confirmations: null, err: null })],
    },
  ],
  getSlot: () => [() => rpc.getSlot().send(), expect.any(BigInt)],
  getSlotLeader: () => [() => rpc.getSlotLeader().send(), identity],
  getSlotLeaders: () => [() => rpc.getSlotLeaders(1n, 2).send(), [identity, identity]],
  getStakeMinimumDelegation: () => [
    () => rpc.getStakeMinimumDelegation().send(),
    { ...context, value: lamports(1_000_000_000n) },
  ],
  getSupply: () => [
    () => rpc.getSupply({ ...final, excludeNonCirculatingAccountsList: true }).send(),
    { ...context, value: expect.objectContaining({ nonCirculating: 0n, nonCirculatingAccounts: [] }) },
  ],
  getTokenAccountBalance: () => [
    () => rpc.getTokenAccountBalance(keys.holder, final).send(),
    { ...context, value: { amount: "1000000", decimals: 6, uiAmount: 1, uiAmountString: "1" } },
  ],
  getTokenAccountsByDelegate: () => [
    () => rpc.getTokenAccountsByDelegate(keys.delegate, { mint: keys.mint }, { encoding: "base64" }).send(),
    { ...context, value: [expect.objectContaining({ pubkey: keys.holder })] },
  ],
  getTokenAccountsByOwner: () => [
    () => rpc.getTokenAccountsByOwner(keys.payer, { programId: keys.token }, { encoding: "jsonParsed" }).send(),
    { ...context, value: [expect.objectContaining({ pubkey: keys.holder })] },
  ],
  getTokenLargestAccounts: () => [
    async () => (await rpc.getTokenLargestAccounts(keys.mint, final).send()).value.map(({ amount }) => amount),
    ["1000000", "500000"],
  ],
  getTokenSupply: () => [
    () => rpc.getTokenSupply(keys.mint, final).send(),
    { ...context, value: { amount: "1500000", decimals: 6, uiAmount: 1.5, uiAmountString: "1.5" } },
  ],
  getTransaction: () => [
    () => rpc.getTransaction(memo, { ...final, encoding: "jsonParsed", maxSupportedTransactionVersion: 0 }).send(),
    expect.objectContaining({ version: "legacy", meta: expect.objectContaining({ err: null, fee: 5000n }) }),
  ],
  getTransactionCount: () => [() => rpc.getTransactionCount(final).send(), 7n],
  getTransactionsForAddress: () => [() => rpc.getTransactionsForAddress(keys.to).send(), gone],
  getVersion: () => [() => rpc.getVersion().send(), { "solana-core": "3.1.10", "feature-set": 1_620_780_344 }],
  getVoteAccounts: () => [
    () => rpc.getVoteAccounts(final).send(),
    { current: [expect.objectContaining({ activatedStake: STAKE, nodePubkey: identity })], delinquent: [] },
  ],
  isBlockhashValid: () => [
    async () => {
      const { value } = await rpc.getLatestBlockhash(final).send();
      return (await rpc.isBlockhashValid(value.blockhash, final).send()).value;
    },
    true,
  ],
  minimumLedgerSlot: () => [() => rpc.minimumLedgerSlot().send(), 0n],
  requestAirdrop: () => [
    () => rpc.requestAirdrop(keys.delegate, lamports(1_000_000_000n)).send(),
    expect.stringMatching(/^\w{64,88}$/),
  ],
  sendTransaction: () => [
    () => rpc.sendTransaction(wireOf("finalized"), { encoding: "base64", preflightCommitment: "finalized" }).send(),
    expect.stringMatching(/^\w{64,88}$/),
  ],
  simulateTransaction: () => [
    () => rpc.simulateTransaction(wireOf("finalized"), { ...final, encoding: "base64", sigVerify: true }).send(),
    {
      ...context,
      value: expect.objectContaining({
        err: null,
        fee: 5000n,
        accounts: null,
        innerInstructions: null,
        unitsConsumed: 150n,
      }),
    },
  ],
};

describe("every method of an unmodified @solana/kit", () => {
  it.each(Object.keys(CALLS))("%s", async (name) => {
    const entry = Object.entries(CALLS).find(([method]) => method === name);
    if (entry === undefined) throw new Error(`no call for ${name}`);
    const [answer, expected] = entry[1]();
    const result = await answer().catch((error: unknown) => {
      const message = field(error, "context", "__serverMessage") ?? field(error, "message");
      return /not found/i.test(String(message)) ? gone : message;
    });
    if (typeof expected === "string") expect(String(result)).toContain(expected);
    else expect(result).toEqual(expected);
  });
});

describe("errors reach a user of @solana/kit as its own", () => {
  it("a failed preflight with the program's code as its cause", async () => {
    const poor = signed([transfer(world.payer.publicKey, anyAddress(), 1e15)], world.payer, latest());
    const sending = rpc.sendTransaction(poor as Base64EncodedWireTransaction, { encoding: "base64" }).send(); // base64
    const error: unknown = await sending.catch((reason: unknown) => reason);
    if (!isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE)) throw error;
    expect(error.context).toMatchObject({ unitsConsumed: 150n, fee: 5000n, logs: expect.any(Array) });
    expect(isSolanaError(error.cause, SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM)).toBe(true);
    expect(error.cause).toMatchObject({ context: { code: 1, index: 0 } });
  });

  it("an unreached slot with the current one", async () => {
    const error: unknown = await rpc
      .getSlot({ minContextSlot: 1_000_000n })
      .send()
      .catch((reason: unknown) => reason);
    if (!isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED)) throw error;
    expect(Number(error.context.contextSlot)).toBe(Number(await rpc.getSlot().send()));
  });
});
