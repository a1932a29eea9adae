import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import {
  type AnswerOf,
  type ApiCall,
  ApiError,
  bps,
  defaultSlippageBps,
  type Lamports,
  type Mint,
  milliseconds,
  routes,
  type Ticket,
  type TokenProfile,
  type TokenUnits,
  type TransactionSignature,
  tradeState,
} from "@tribe/contract";
import { type OrderRefusal, quoteBuy, quoteSell } from "@tribe/domain/curve";
import { noFlags, type TradeFlags } from "@tribe/domain/money";
import type { SignMessage } from "./clear-signing.ts";
import { poll, type RetryOptions } from "./retries.ts";
import type { TicketListener } from "./ticket-listener.ts";

/** The order: tokens to buy or sell in base units, or SOL to spend including all fees. */
export type TradeRequest =
  | { readonly side: "buy" | "sell"; readonly tokens: TokenUnits }
  | { readonly side: "buy"; readonly sol: Lamports };

/** The result of a trade. */
export interface TradeReceipt {
  readonly ticket: Ticket;
  readonly signature: TransactionSignature | null;
  readonly outcome: "succeeded" | "failed";
  readonly errorReason: string | null;
}

interface TradeParts {
  readonly api: ApiCall;
  readonly flags: TradeFlags;
  readonly retryOptions: RetryOptions;
  readonly sign: SignMessage;
}

interface TradeOptions {
  readonly slippageBps?: number | undefined;
  /** The caller's own UUID; a repeated key is the same trade. */
  readonly idempotencyKey?: string | undefined;
  /** Reports a ticket's end as the page's socket does; without it the server is polled. */
  readonly waitForEnd?: TicketListener["waitForEnd"] | undefined;
}

/** How often a trade is prepared again after its ticket expired. */
const maxTries = 5;

/** Prepares, signs, submits and waits. A ticket that expired unsigned is prepared again. @throws ApiError */
export const trade = async (
  parts: TradeParts,
  mint: Mint,
  wish: TradeRequest,
  options: TradeOptions = {},
): Promise<TradeReceipt> => {
  const { api, retryOptions } = parts;
  for (let tries = 1, key = options.idempotencyKey ?? randomUUID(); ; tries++, key = randomUUID()) {
    const profile = await api(routes.market.profile, { query: { mint } });
    const body = { idempotencyKey: key, mint, tokenId: profile.tokenId, ...orderOf(profile, wish, parts, options) };
    const { ticket, message } = await api(routes.factory.prepareTrade, { body });
    const signature = await parts.sign(message, { mint, kind: wish.side });
    // Started before the submission, because the outcome may arrive before the answer.
    const ending = options.waitForEnd?.(ticket);
    try {
      await api(routes.factory.submitTrade, { body: { ticket, signature } });
    } catch (error) {
      if (error instanceof ApiError && error.code === "ticket_expired" && tries < maxTries) continue;
      throw error;
    }
    const end = await (ending
      ? waitForOutcome(parts, ticket, ending)
      : poll("the trade", () => endOf(api, ticket), retryOptions));
    const outcome = end.state === tradeState.succeeded ? "succeeded" : "failed";
    return { ticket, signature: end.signature, outcome, errorReason: end.errorReason };
  }
};

type Status = AnswerOf<typeof routes.factory.tradeStatus>;

/** As the page does: listens, and polls every 2 s. */
const waitForOutcome = async (
  { api, retryOptions }: TradeParts,
  ticket: Ticket,
  notified: ReturnType<TicketListener["waitForEnd"]>,
): Promise<Pick<Status, "state" | "errorReason" | "signature">> => {
  const ending = new AbortController();
  const { signal } = ending;
  const everyMs = milliseconds.tradePoll;
  const seen = wait(everyMs, undefined, { signal }).then(() =>
    poll("the trade", () => endOf(api, ticket), { timeoutMs: retryOptions.timeoutMs, signal, everyMs }),
  );
  try {
    return await Promise.race([notified, seen]);
  } finally {
    ending.abort();
    seen.catch(() => undefined);
  }
};

const endOf = async (api: ApiCall, ticket: Ticket): Promise<Status | null> => {
  const status = await api(routes.factory.tradeStatus, { query: { ticket } });
  return status.state === tradeState.succeeded || status.state === tradeState.failed ? status : null;
};

/** The order's fields of `prepareTrade`, from our own quote: the server never sets a limit for us. */
const orderOf = (profile: TokenProfile, wish: TradeRequest, { flags }: TradeParts, options: TradeOptions) => {
  const slippageBps = bps(options.slippageBps ?? defaultSlippageBps);
  const curve = {
    x: profile.supply,
    floor: profile.virtualSupply,
    xMax: profile.maxSupply,
    coefficient: profile.bondingCurveCoefficient,
  };
  const context = { curve, fees: profile.fees, flags, slippageBps };
  if ("tokens" in wish && wish.side === "sell") {
    const { order } = quoted(quoteSell({ ...context, tokens: wish.tokens }));
    return {
      tradeType: "SELL_WITH_FIXED_TOKEN" as const,
      tokenAmountInLamports: order.tokens,
      minSolReceivedInLamports: order.minLamports,
    };
  }
  const byTokens = "tokens" in wish;
  const { order } = quoted(
    byTokens
      ? quoteBuy({ ...context, mode: "BUY_WITH_FIXED_TOKEN", tokens: wish.tokens })
      : quoteBuy({ ...context, mode: "BUY_WITH_FIXED_SOL", sol: wish.sol }),
  );
  return {
    tradeType: byTokens ? ("BUY_WITH_FIXED_TOKEN" as const) : ("BUY_WITH_FIXED_SOL" as const),
    tokenAmountInLamports: order.tokens,
    minTokensReceivedInLamports: order.minTokens,
    maxSolInLamports: order.maxLamports,
  };
};

const quoted = <T extends { readonly kind: "filled" }>(quote: T | OrderRefusal): T => {
  if (quote.kind !== "refused") return quote;
  throw new ApiError(quote.reason === "finalTokens" ? "final_tokens" : "curve_closed");
};

/** The flags of a person's trades, by the server's rules. */
export const flagsOf = (user: { isReferral: boolean; isAffiliate: boolean; isDiscount: boolean }): TradeFlags =>
  user.isReferral || user.isDiscount
    ? { referral: user.isReferral, affiliate: user.isReferral && user.isAffiliate, discount: user.isDiscount }
    : noFlags;
