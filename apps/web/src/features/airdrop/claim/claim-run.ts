import {
  type AnswerOf,
  ApiError,
  maxClaimsPerConfirmation,
  type routes,
  type TradeState,
  tradeState,
} from "@tribe/contract";
import { groupForClaims } from "@tribe/domain/airdrop";
import type { SignedForCallback } from "../../../shared/dialogs/names.ts";

/** A token that waits for the person. */
export type Claimable = AnswerOf<typeof routes.claim.tokens>["tokens"][number];

/** What one transaction claims. */
export interface ClaimPart {
  readonly token: Claimable;
  readonly accounts: readonly Claimable["accounts"][number][];
}

/** The transactions that claim these tokens whole. */
export const partsOf = (tokens: readonly Claimable[]): readonly ClaimPart[] =>
  tokens.flatMap((token) => groupForClaims(token.accounts).map((accounts) => ({ token, accounts })));

/** Those of them that are confirmed together. @param round from 0 */
export const partsOfRound = (parts: readonly ClaimPart[], round: number): readonly ClaimPart[] =>
  parts.slice(round * maxClaimsPerConfirmation, (round + 1) * maxClaimsPerConfirmation);

/** Whether the chain has taken a claim: none of its accounts is there any more. */
export const isClaimed = ({ token, accounts }: ClaimPart, waiting: readonly Claimable[]): boolean => {
  const left = waiting.find(({ mintAddress }) => mintAddress === token.mintAddress)?.accounts ?? [];
  return !accounts.some(({ hash }) => left.some((one) => one.hash === hash));
};

/** How far claims are, in per cent: half while they are sent, 99 while the network confirms, 100 at the end. */
export const claimProgress = (stage: "sending" | "confirming" | "done"): number =>
  ({ sending: 50, confirming: 99, done: 100 })[stage];

/** Base units of what several claims bring, by token. */
export const sumsOf = (
  parts: readonly ClaimPart[],
): readonly { readonly token: Claimable; readonly amount: bigint }[] => {
  const tokens = [...new Set(parts.map(({ token }) => token))];
  return tokens.map((token) => ({
    token,
    amount: parts
      .filter((part) => part.token === token)
      .flatMap(({ accounts }) => accounts)
      .reduce((sum, { amount }) => sum + amount, 0n),
  }));
};

/** A claim with its signature, as it is handed in. */
export interface SignedClaim {
  readonly part: ClaimPart;
  readonly body: SignedForCallback;
}

/** Nobody answered, or not to the point: the server may have the signature all the same. */
const isUnclear = (error: unknown): boolean =>
  !(error instanceof ApiError) || ["unavailable", "internal", "request_replayed"].includes(error.code);

/**
 * Hands signed claims in.
 * @param confirm hands one in, again while its answer is lost: the server takes a signature once
 * @returns those that the server has or may have, which are followed to their end, and why another one was refused
 */
export const handInClaims = async (
  signed: readonly SignedClaim[],
  confirm: (body: SignedClaim["body"]) => Promise<unknown>,
): Promise<{ readonly handedIn: readonly ClaimPart[]; readonly refusal: unknown }> => {
  const all = await Promise.allSettled(signed.map(({ body }) => confirm(body)));
  const refusals = all.map((one) => (one.status === "rejected" && !isUnclear(one.reason) ? one.reason : null));
  return {
    handedIn: signed.flatMap(({ part }, index) => (refusals[index] === null ? [part] : [])),
    refusal: refusals.find((reason) => reason !== null),
  };
};

/** How often the network is asked at most, and how far apart. */
const polls = 30;
const pollMs = 5_000;
/** A claim that is sent at once is often there a moment later. */
const firstPollMs = 1_000;

/** What is heard of claims that were handed in. */
export interface ClaimNews {
  /** One is handed in, be it again. */
  readonly begin: (part: ClaimPart) => void;
  /** Takes what a frame says of one. */
  readonly hear: (part: ClaimPart, state: TradeState) => void;
  /** Whether one has failed, so that it can't arrive any more. */
  readonly hasFailed: (part: ClaimPart) => boolean;
  /** Waits so long, ms, or until an end is heard: at once where that was since the wait before. */
  readonly wait: (ms: number) => Promise<void>;
}

export const createClaimNews = (): ClaimNews => {
  const failed = new Set<ClaimPart>();
  let isHeard = false;
  let wake = () => {};
  return {
    begin: (part) => void failed.delete(part),
    hear: (part, state) => {
      if (state === tradeState.pending) return;
      if (state === tradeState.failed) failed.add(part);
      isHeard = true;
      wake();
    },
    hasFailed: (part) => failed.has(part),
    wait: async (ms) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      if (!isHeard)
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, ms);
        });
      clearTimeout(timer);
      isHeard = false;
    },
  };
};

/**
 * Follows claims to their end: the network is asked whenever one is heard to have ended, and every five seconds, thirty times at
 * most. @returns those that have not arrived
 */
export const followClaims = async (
  parts: readonly ClaimPart[],
  /** Those that were handed in. */
  sent: readonly ClaimPart[],
  {
    waiting,
    news,
    signal,
  }: {
    /** What still waits for the person; null when nobody answered. */
    readonly waiting: () => Promise<readonly Claimable[] | null>;
    readonly news: Pick<ClaimNews, "hasFailed" | "wait">;
    readonly signal: AbortSignal;
  },
): Promise<readonly ClaimPart[]> => {
  for (let asked = 1; ; asked += 1) {
    if (sent.length > 0) await news.wait(asked === 1 ? firstPollMs : pollMs);
    signal.throwIfAborted();
    const found = await waiting();
    signal.throwIfAborted();
    const open = found ? parts.filter((part) => !isClaimed(part, found)) : parts;
    const isOver = !open.some((part) => sent.includes(part) && !news.hasFailed(part));
    if (isOver || asked === polls) return open;
  }
};
