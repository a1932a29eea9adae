import { Connection, PublicKey } from "@solana/web3.js";
import { associatedTokenAddress, decodeTokenState, tokenStateAddress } from "@tribe/chain/accounts";
import { decodeEvents, isTokenEvent, type TokenEvent } from "@tribe/chain/events";
import type { Address, Mint, TokenId, TransactionSignature } from "@tribe/contract";
import { costOfBuy, proceedsOfSell } from "@tribe/domain/curve";

/** The data of one token on chain, read without code of the app. */
export interface TokenAudit {
  /** In the order of their numbers. */
  readonly events: readonly (TokenEvent & { readonly signature: TransactionSignature })[];
  /** A description of each inconsistency; empty when there is none. */
  readonly faults: readonly string[];
}

interface Subject {
  readonly rpcUrl: string;
  readonly program: Address;
  readonly tokenId: TokenId;
  readonly mint: Mint;
}

/**
 * Replays every event of a token and compares: the curve's position and reserve, the accrued fees, the lamports of
 * the state account, every holder's tokens and the mint's supply, each to the last unit.
 */
export const auditToken = async ({ rpcUrl, program, tokenId, mint }: Subject): Promise<TokenAudit> => {
  const connection = new Connection(rpcUrl, "confirmed");
  const stateAddress = await tokenStateAddress(tokenId, program);
  const events = await readEvents(connection, stateAddress, program, tokenId);
  const account = await connection.getAccountInfo(new PublicKey(stateAddress), "confirmed");
  const state = account && decodeTokenState(account.data);
  if (!account || !state) return { events, faults: ["the token has no state on chain"] };

  const faults: string[] = [];
  const same = (what: string, fromEvents: bigint, onChain: bigint) => {
    if (fromEvents !== onChain) faults.push(`${what}: ${fromEvents} by the events, ${onChain} on chain`);
  };
  const sums = replay(events, faults);
  same("number of events", BigInt(events.length), state.seq);
  same("position", sums.x, state.curve.x);
  same("reserve", sums.reserve, state.reserve);
  same("creator's fees", sums.creatorFees, state.creatorFees);
  same("platform's fees", sums.platformFees, state.platformFees);
  const rent = BigInt(await connection.getMinimumBalanceForRentExemption(account.data.length));
  const owed = rent + sums.reserve + sums.creatorFees + sums.platformFees;
  same("lamports of the state account", owed, BigInt(account.lamports));

  let supply = 0n;
  for (const [holder, amount] of sums.holdings) {
    const account = new PublicKey(await associatedTokenAddress(holder, mint));
    // Who sold everything has no account any more.
    const isClosed = (await connection.getAccountInfo(account, "confirmed")) === null;
    const held = isClosed ? "0" : (await connection.getTokenAccountBalance(account)).value.amount;
    same(`tokens of ${holder}`, amount, BigInt(held));
    supply += amount;
  }
  const minted = await connection.getTokenSupply(new PublicKey(mint));
  same("supply of the mint", supply, BigInt(minted.value.amount));
  return { events, faults };
};

const replay = (events: TokenAudit["events"], faults: string[]) => {
  const sums = { x: 0n, reserve: 0n, creatorFees: 0n, platformFees: 0n, holdings: new Map<Address, bigint>() };
  let coefficient = 0n;
  const hold = (holder: Address, change: bigint) =>
    sums.holdings.set(holder, (sums.holdings.get(holder) ?? 0n) + change);
  for (const [index, event] of events.entries()) {
    if (event.seq !== BigInt(index)) faults.push(`event ${event.seq} stands where ${index} is due`);
    if (event.kind === "tokenCreated") {
      sums.x = event.floor;
      coefficient = event.coefficient;
      if (event.inviter) hold(event.inviter, event.referralBonus);
    } else if (event.kind === "feesCollected") {
      sums.creatorFees -= event.creatorAmount;
      sums.platformFees -= event.platformAmount;
    } else if (event.kind === "tokenBought" || event.kind === "tokenSold") {
      const isBuy = event.kind === "tokenBought";
      const price = isBuy
        ? costOfBuy(sums.x, event.amount, coefficient)
        : proceedsOfSell(sums.x, event.amount, coefficient);
      if (price !== event.price) faults.push(`event ${index} was worth ${price}, not ${event.price}`);
      const sign = isBuy ? 1n : -1n;
      sums.x += sign * event.amount;
      sums.reserve += sign * event.price;
      sums.creatorFees += event.creatorFee;
      sums.platformFees += event.platformFee;
      hold(event.trader, sign * event.amount);
    }
  }
  return sums;
};

const readEvents = async (connection: Connection, state: Address, program: Address, tokenId: TokenId) => {
  const events: (TokenEvent & { readonly signature: TransactionSignature })[] = [];
  const seen = new Set<string>();
  for (let before: string | undefined; ; ) {
    const page = await connection.getSignaturesForAddress(new PublicKey(state), {
      limit: 500,
      ...(before ? { before } : {}),
    });
    for (const { signature, err } of page) {
      if (seen.has(signature)) throw new Error(`The history has ${signature} twice`);
      seen.add(signature);
      if (err) continue;
      const transaction = await connection.getTransaction(signature, {
        maxSupportedTransactionVersion: 0,
        commitment: "confirmed",
      });
      const keys = transaction?.transaction.message.staticAccountKeys.map((key) => key.toBase58());
      if (!transaction?.meta || !keys) throw new Error(`The chain lists ${signature} but does not have it`);
      for (const event of await decodeEvents(transaction.meta.innerInstructions ?? [], keys, program))
        if (isTokenEvent(event) && event.tokenId === tokenId)
          events.push({ ...event, signature: signature as TransactionSignature }); // as the chain has it
    }
    before = page.at(-1)?.signature;
    if (page.length < 500) break;
  }
  return events.sort((a, b) => Number(a.seq - b.seq));
};
