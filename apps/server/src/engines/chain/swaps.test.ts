import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateKeyPairSigner, lamports as kitLamports, signBytes } from "@solana/kit";
import {
  associatedTokenAddress,
  decodeFactory,
  defaultProgramAddress,
  factoryAddress,
  fromChainAddress,
  migrationAddresses,
  toChainAddress,
  tokenAccountRent,
} from "@tribe/chain/accounts";
import { type Description, describeMessage } from "@tribe/chain/clear-signing";
import {
  buildConvertMessage,
  buildCreateMessage,
  buildMigrateMessage,
  buildPoolCollectMessage,
  tradeAddresses,
} from "@tribe/chain/messages";
import { type PreparedSwap, poolSwap, rpcChainReader, type SwapProvider, type SwapQuote } from "@tribe/chain/swap";
import {
  assembleTransaction,
  computeUnitLimit,
  lifecycleComputeUnitLimit,
  toBase64,
  toSignature,
} from "@tribe/chain/transactions";
import { type Address, lamports, type TokenId, type TransactionSignature, tokenUnits } from "@tribe/contract";
import { noFlags } from "@tribe/domain/money";
import { convertedUnits, newTokenUnits, type SwapOrder } from "@tribe/domain/pool";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chainCommand } from "../../testing/chain-command.ts";
import { openFileKeys, openSuperAdmin } from "../keys/embedded.ts";
import type { ChainSigner, Keys } from "../keys/port.ts";
import { type EmbeddedChain, startEmbeddedChain } from "./embedded.ts";
import { until } from "./operate.ts";
import { setUpFactory } from "./set-up-factory.ts";

/** A migrated token on the embedded chain, as any cluster's RPC returns it, and a trader. */
const tokenId = 2_024n as TokenId; // any u64
const program = defaultProgramAddress;
let folder: string;
let keys: Keys;
let chain: EmbeddedChain;
let swap: SwapProvider;
let trader: ChainSigner;

const balanceOf = async (address: Address): Promise<bigint> =>
  (await chain.rpc.getBalance(toChainAddress(address), { commitment: "confirmed" }).send()).value;
const unitsOf = async (owner: Address): Promise<bigint> => {
  const { newMint } = await migrationAddresses(tokenId, program);
  const [data] = await rpcChainReader(chain.rpcUrl).accounts([await associatedTokenAddress(owner, newMint)]);
  return data ? new DataView(data.buffer, data.byteOffset).getBigUint64(64, true) : 0n;
};
const frame = async (wallet: Address) => ({
  program,
  wallet,
  blockhash: (await chain.rpc.getLatestBlockhash({ commitment: "confirmed" }).send()).value.blockhash,
  microLamportsPerUnit: 0n,
});

/** Sends it with everybody's signature and waits for its confirmation. @throws when the chain refuses it */
const send = async (message: Uint8Array<ArrayBuffer>, signers: readonly ChainSigner[]): Promise<void> => {
  const signatures: Record<Address, TransactionSignature> = {};
  for (const signer of signers) signatures[signer.address] = toSignature(await signer.sign(message));
  const wire = toBase64(assembleTransaction(message, signatures)) as string as Parameters<
    typeof chain.rpc.sendTransaction
  >[0]; // kit brands base64 that it encoded itself
  const signature = await chain.rpc.sendTransaction(wire, { encoding: "base64" }).send();
  await until("it is confirmed", async () => {
    const [status] = (await chain.rpc.getSignatureStatuses([signature]).send()).value;
    if (status?.err) throw new Error(`${signature} failed`);
    return status?.confirmationStatus === "confirmed" || status?.confirmationStatus === "finalized";
  });
};
const describe = async (message: Uint8Array): Promise<Description> => {
  const description = await describeMessage(message, { wallet: trader.address, admin: keys.admin.address, program });
  if (description.kind === "refused") throw new Error(description.reason);
  return description;
};
const newWallet = async (): Promise<ChainSigner> => {
  const { keyPair, address } = await generateKeyPairSigner();
  // only test clusters have this method, so kit's own type leaves it out
  const faucet = chain.rpc as unknown as {
    requestAirdrop(to: typeof address, amount: bigint): { send(): Promise<unknown> };
  };
  await faucet.requestAirdrop(address, kitLamports(200_000_000_000n)).send();
  await until("the airdrop arrives", async () => (await balanceOf(fromChainAddress(address))) > 0n);
  const sign = async (message: Uint8Array) => signBytes(keyPair.privateKey, Uint8Array.from(message));
  return { address: fromChainAddress(address), sign };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tribe-swaps-"));
  keys = await openFileKeys(folder);
  const superAdmin = await openSuperAdmin(folder);
  chain = await startEmbeddedChain({
    ledger: join(folder, "ledger"),
    rpcPort: 0,
    programAddress: program,
    upgradeAuthority: superAdmin.address,
    slotMs: 20,
    ...(await chainCommand()),
  });
  await setUpFactory(chain, { admin: keys.admin, superAdmin });
  trader = await newWallet();
  const create = await buildCreateMessage({
    ...(await frame(trader.address)),
    computeUnitLimit: computeUnitLimit("create", { makesTokenAccount: true }),
    admin: keys.admin.address,
    tokenId,
    name: "Migrated",
    symbol: "MIG",
    uri: "https://tribe.example/api/meta/2024",
    // buys the whole curve
    firstBuy: { tokens: tokenUnits(10n ** 13n), maxLamports: lamports(10n ** 11n), minTokens: tokenUnits(1n) },
    coefficient: 100_000_000n,
    referralBonus: tokenUnits(0n),
    flags: noFlags,
    inviter: null,
  });
  await send(create, [trader, keys.admin]);
  const migrate = { ...(await frame(trader.address)), tokenId, computeUnitLimit: lifecycleComputeUnitLimit("migrate") };
  await send(await buildMigrateMessage(migrate), [trader]);
  swap = poolSwap({ chain: rpcChainReader(chain.rpcUrl) });
});
afterAll(async () => {
  await chain?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Quotes, prepares, decodes as the signer does, signs and sends; also returns the change of the wallet's SOL. */
const trade = async (order: SwapOrder): Promise<{ quote: SwapQuote; prepared: PreparedSwap; change: bigint }> => {
  const { newMint } = await migrationAddresses(tokenId, program);
  const quote = await swap.quote({ tokenId, newMint, order, slippageBps: 100 });
  if (quote.kind === "unavailable") throw new Error(quote.reason);
  const prepared = await swap.prepare(quote, trader.address, { priority: "high" });
  const described = await describe(prepared.message);
  expect(described).toMatchObject({ kind: order.direction === "buy" ? "swapBuy" : "swapSell", spend: prepared.spend });
  const before = await balanceOf(trader.address);
  await send(prepared.message, [trader]);
  return { quote, prepared, change: (await balanceOf(trader.address)) - before };
};

test("a buy and a sell over RPC move the quoted amounts and cost what the signer showed", async () => {
  const bought = await trade({ direction: "buy", input: lamports(2_000_000_000n) });
  expect(await unitsOf(trader.address)).toBe(bought.quote.amounts.output);
  expect(-bought.change).toBe(bought.prepared.spend.total);
  expect(bought.prepared.lastValidBlockHeight).toBeGreaterThan(0);

  const sold = await trade({ direction: "sell", input: newTokenUnits(await unitsOf(trader.address)) });
  expect(await unitsOf(trader.address)).toBe(0n);
  // Everything was sold, so that the account is closed and its deposit comes back.
  expect(sold.change).toBe(sold.quote.amounts.output + tokenAccountRent - sold.prepared.spend.total);
});

test("a conversion has the migration's rate and costs what the signer showed", async () => {
  const tokens = tokenUnits(3_000_000_000n);
  const before = { units: await unitsOf(trader.address), sol: await balanceOf(trader.address) };
  const message = await buildConvertMessage({
    ...(await frame(trader.address)),
    computeUnitLimit: lifecycleComputeUnitLimit("convert", true),
    tokenId,
    tokens,
    makesTokenAccount: true,
  });
  const described = await describe(message);
  const { mint } = await tradeAddresses(tokenId, program);
  expect(described).toMatchObject({ kind: "convert", mint, tokens });
  await send(message, [trader]);
  expect((await unitsOf(trader.address)) - before.units).toBe(convertedUnits(tokens, 2_119n));
  expect(before.sol - (await balanceOf(trader.address))).toBe(described.spend.total);
});

/** The creator of this token, and the factory's recipients. */
const payees = async () => {
  const [data] = await rpcChainReader(chain.rpcUrl).accounts([await factoryAddress(program)]);
  const factory = data && decodeFactory(data);
  if (!factory) throw new Error("there is no factory");
  return { creator: trader.address, feeReceiver: factory.feeReceiver };
};

test("anybody can pay out a pool's fees, to the recipients that the signer showed", async () => {
  const { creator, feeReceiver } = await payees();
  const message = await buildPoolCollectMessage({
    ...(await frame(trader.address)),
    computeUnitLimit: lifecycleComputeUnitLimit("collect"),
    tokenId,
    creator,
    feeReceiver,
  });
  expect(await describe(message)).toMatchObject({
    kind: "collect",
    source: "pool",
    recipients: [
      { role: "creator", address: creator },
      { role: "platform", address: feeReceiver },
    ],
  });
  const before = await balanceOf(feeReceiver);
  await send(message, [trader]);
  expect(await balanceOf(feeReceiver)).toBeGreaterThan(before);
});
