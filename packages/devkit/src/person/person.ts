import { randomBytes } from "node:crypto";
import {
  type Address,
  type AnswerOf,
  type ApiCall,
  type Lamports,
  type LocalUser,
  type MembershipState,
  type Mint,
  type NewTokenUnits,
  routes,
  type Seq,
  type ServerFrame,
  type TokenUnits,
  type TransactionSignature,
} from "@tribe/contract";
import type { SwapOrder } from "@tribe/domain/pool";
import { airdrop, claim } from "./airdrops.ts";
import { fromBase64 } from "./bytes.ts";
import { Chat } from "./chat.ts";
import { readBeforeSigning, type SignMessage } from "./clear-signing.ts";
import { createTribe } from "./creation.ts";
import { balanceOf, fundByAirdrop, fundByCard, sendAllSol } from "./funds.ts";
import { convert, newTokensOf, swap } from "./migrated.ts";
import type { RetryOptions } from "./retries.ts";
import { openSession } from "./session.ts";
import { memoryStore, type PersonStore } from "./state.ts";
import type { TicketListener } from "./ticket-listener.ts";
import { flagsOf, type TradeReceipt, type TradeRequest, trade } from "./trading.ts";
import { newDevice, openWallet } from "./wallet.ts";
import { connectX, type XAccount } from "./x-account.ts";

/** The person's identity, and the app's URL. */
export interface PersonOptions {
  readonly appUrl: string;
  /** Generated if missing. */
  readonly email?: string;
  /** The inviter's address; used at the first sign-in. */
  readonly inviterAddress?: Address;
  /** Where the device's state is stored; in memory by default. */
  readonly store?: PersonStore;
  /** How long each call is retried while the server is down; 60 s by default. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** A person who uses the app from Node: the public API, real transactions, nothing else. */
export interface Person {
  readonly uid: string;
  readonly email: string;
  readonly address: Address;
  /** The signed client; calls that are safe to repeat are retried while the server is down. */
  readonly api: ApiCall;
  /** The signed client without retries. */
  readonly apiOnce: ApiCall;
  /** Signs in again and returns the person as the server has them. */
  refresh(): Promise<LocalUser>;
  connectX(account: XAccount): Promise<LocalUser>;
  fundByCard(amount: Lamports): Promise<void>;
  fundByAirdrop(amount: Lamports): Promise<void>;
  /** Sends all SOL of the wallet to an address, directly on the chain: nothing is left, not even for a fee. */
  sendAllSol(to: Address): Promise<void>;
  /** Confirmed lamports of the wallet. */
  balance(): Promise<Lamports>;
  /** @param firstBuy base units, whole tokens; 0 for none */
  createTribe(firstBuy: TokenUnits): Promise<Mint>;
  trade(mint: Mint, wish: TradeRequest, options?: TradeOptions): Promise<TradeReceipt>;
  /** Converts old tokens of a migrated Tribe to new ones. */
  convert(mint: Mint, tokens: TokenUnits): Promise<TransactionSignature>;
  /** Confirmed base units of a migrated Tribe's new mint. */
  newTokens(mint: Mint): Promise<NewTokenUnits>;
  /** A swap in a migrated Tribe's pool. */
  swap(mint: Mint, order: SwapOrder): Promise<TransactionSignature>;
  /** Airdrops tokens of one's own Tribe to its members and holders; continues a pending airdrop. */
  airdrop(mint: Mint, tokens: TokenUnits): Promise<void>;
  /** Claims all airdropped tokens of a mint. */
  claim(mint: Mint): Promise<void>;
  join(mint: Mint): Promise<MembershipState>;
  openChat(mint: Mint, options?: ChatOptions): Promise<Chat>;
}

interface TradeOptions {
  readonly slippageBps?: number;
  readonly idempotencyKey?: string;
  /** Reports a ticket's end as the page's socket does (`openTicketListener`); without it the server is polled. */
  readonly waitForEnd?: TicketListener["waitForEnd"];
}

interface ChatOptions {
  /** Last known sequence number; null (the default) for only new messages. */
  readonly afterSeq?: Seq | null;
  readonly onFrame?: (frame: ServerFrame) => void;
}

/**
 * Signs a person up (device, mailed code, wallet in two phases), or restores the stored one.
 * @throws ApiError when the server refuses, Error when no code came
 */
export const createPerson = async (options: PersonOptions): Promise<Person> => {
  const store = options.store ?? memoryStore();
  const kept = await store.load();
  const email = kept?.email ?? options.email ?? `person-${randomBytes(6).toString("hex")}@example.com`;
  const retryOptions: RetryOptions = { timeoutMs: options.timeoutMs ?? 60_000, signal: options.signal };
  const { appUrl, inviterAddress } = options;
  const session = await openSession({ appUrl, email, inviterAddress, store, retryOptions });
  const { api, apiOnce } = session;
  let user = await session.signIn();
  const { uid } = user;
  const refresh = async () => {
    user = await session.signIn();
    return user;
  };

  const device = kept?.device?.uid === uid ? kept.device : await newDevice(uid);
  const save = async (changed: typeof device) => {
    const state = await store.load();
    await store.save({ email, credentials: state?.credentials ?? null, device: changed });
  };
  await save(device);
  const key = await openWallet({ api: await session.walletApi(), device, save });
  const config: AnswerOf<typeof routes.system.config> = await api(routes.system.config, {});

  const sign: SignMessage = async (message, expected) => {
    const bytes = fromBase64(message);
    const { programAddress, adminAddress } = config;
    await readBeforeSigning(bytes, { ...expected, owner: key.address, programAddress, adminAddress });
    return key.sign(bytes);
  };

  const migrated = {
    api,
    rpcUrl: config.rpcUrl,
    program: config.programAddress,
    wallet: key.address,
    retryOptions,
    sign,
  };

  const { programAddress, adminAddress } = config;
  const airdrops = { api, key, programAddress, adminAddress, retryOptions };

  return {
    uid,
    email,
    address: key.address,
    api,
    apiOnce,
    refresh,
    connectX: async (account) => {
      await connectX(session, account);
      return refresh();
    },
    fundByCard: (amount) => fundByCard(session, amount, retryOptions),
    fundByAirdrop: (amount) => fundByAirdrop(config.rpcUrl, key.address, amount, retryOptions),
    sendAllSol: (to) => sendAllSol(config.rpcUrl, key, to, retryOptions),
    balance: () => balanceOf(config.rpcUrl, key.address),
    createTribe: async (firstBuy) => createTribe({ api, user: await refresh(), retryOptions, sign }, firstBuy),
    trade: (mint, wish, tradeOptions) =>
      trade({ api, flags: flagsOf(user), retryOptions, sign }, mint, wish, tradeOptions),
    convert: (mint, tokens) => convert(migrated, mint, tokens),
    newTokens: (mint) => newTokensOf(migrated, mint),
    swap: (mint, order) => swap(migrated, mint, order),
    airdrop: (mint, tokens) => airdrop(airdrops, mint, tokens),
    claim: (mint) => claim(airdrops, mint),
    join: async (mint) => (await api(routes.chat.join, { body: { mint } })).state,
    openChat: (mint, { afterSeq = null, onFrame } = {}) => Chat.open({ api, mint, afterSeq, onFrame }),
  };
};
