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

/** A token that the person can claim. */
export type Claimable = AnswerOf<typeof routes.claim.tokens>["tokens"][number];

/** The part of a claim in one transaction. */
export interface ClaimPart {
  readonly token: Claimable;
  readonly accounts: readonly Claimable["accounts"][number][];
}

/** The parts that together claim these tokens completely. */
export const partsOf = (tokens: readonly Claimable[]): readonly ClaimPart[] =>
  tokens.flatMap((token) => groupForClaims(token.accounts).map((accounts) => ({ token, accounts })));

/** The parts that are confirmed together in a round. @param round from 0 */
export const partsOfRound = (parts: readonly ClaimPart[], round: number): readonly ClaimPart[] =>
  parts.slice(round * maxClaimsPerConfirmation, (round + 1) * maxClaimsPerConfirmation);

/** Whether a claim is complete: none of its accounts is claimable any more. */
export const isClaimed = ({ token, accounts }: ClaimPart, waiting: readonly Claimable[]): boolean => {
  const left = waiting.find(({ mintAddress }) => mintAddress === token.mintAddress)?.accounts ?? [];
  return !accounts.some(({ hash }) => left.some((one) => one.hash === hash));
};

/** The progress of claims in percent: 50 while they are sent, 99 while the network confirms them, 100 at the end. */
export const claimProgress = (stage: "sending" | "confirming" | "done"): number =>
  ({ sending: 50, confirming: 99, done: 100 })[stage];

/** The sums of several claims by token, in base units. */
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

/** A signed claim with the body of its submission. */
export interface SignedClaim {
  readonly part: ClaimPart;
  readonly body: SignedForCallback;
}

/** Whether the answer is lost or says nothing about the claim: the server may have the signature nevertheless. */
const isUnclear = (error: unknown): boolean =>
  !(error instanceof ApiError) || ["unavailable", "internal", "request_replayed"].includes(error.code);

/**
 * Submits signed claims.
 * @param confirm submits one, with retries after a lost answer: the server accepts a signature once
 * @returns the claims that the server has or may have, which are then followed to their end, and the error of a refused one
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

/** The most polls; `pollMs` is their interval. */
const polls = 30;
const pollMs = 5_000;
/** The delay of the first poll, in ms: a claim is often confirmed soon. */
const firstPollMs = 1_000;

/** Collects frames about submitted claims. */
export interface ClaimNews {
  /** Called when a claim is submitted, also repeatedly. */
  readonly begin: (part: ClaimPart) => void;
  /** Records a claim's state from a frame. */
  readonly hear: (part: ClaimPart, state: TradeState) => void;
  /** Whether a claim has failed and can't arrive any more. */
  readonly hasFailed: (part: ClaimPart) => boolean;
  /** Waits `ms` milliseconds or until a claim ends; returns at once if one has ended since the previous wait. */
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
 * Follows claims to their end: polls whenever a frame reports an end, and every five seconds, at most thirty times.
 * @returns the claims that have not arrived
 */
export const followClaims = async (
  parts: readonly ClaimPart[],
  /** The submitted claims. */
  sent: readonly ClaimPart[],
  {
    waiting,
    news,
    signal,
  }: {
    /** Loads the tokens that are still claimable; null if there was no answer. */
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
