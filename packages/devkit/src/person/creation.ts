import {
  type ApiCall,
  ApiError,
  creationState,
  type LocalUser,
  type Mint,
  routes,
  type TokenId,
  type TokenUnits,
} from "@tribe/contract";
import { deriveSymbol, tokenNameOf } from "@tribe/domain/people";
import type { SignMessage } from "./clear-signing.ts";
import { poll, type RetryOptions } from "./retries.ts";

interface CreationParts {
  readonly api: ApiCall;
  readonly user: LocalUser;
  readonly retryOptions: RetryOptions;
  readonly sign: SignMessage;
}

/** How often a creation is prepared again. */
const maxTries = 5;

/**
 * Creates the person's Tribe with a first buy in base units (whole tokens, 0 for none), and retries when the server says so.
 * @throws ApiError when the server refuses, Error with the reason when the chain does
 */
export const createTribe = async (parts: CreationParts, firstBuy: TokenUnits): Promise<Mint> => {
  const { api, user, retryOptions } = parts;
  const symbol = deriveSymbol(user.displayName, user.twitter?.handle ?? null);
  if (symbol === null) throw new ApiError("symbol_unusable");
  if (user.pfp === null) throw new ApiError("profile_required");
  for (let tries = 1; ; tries++) {
    const wish = { name: tokenNameOf(user.displayName), symbol, pfpUrl: user.pfp, amountInLamports: firstBuy };
    const body = { ...wish, idempotencyKey: crypto.randomUUID() };
    const { tokenId, mint, message } = await api(routes.factory.prepareCreation, { body });
    const signature = await parts.sign(message, { mint, kind: "createTribe" });
    try {
      await api(routes.factory.submitCreation, { body: { tokenId, signature } });
    } catch (error) {
      if (error instanceof ApiError && error.code === "ticket_expired" && tries < maxTries) continue;
      throw error;
    }
    const end = await poll("the creation", () => endOf(api, tokenId), retryOptions);
    if (end.state >= creationState.confirmed) return end.mint;
    if (!end.shouldRetry || tries === maxTries) throw new Error(end.errorReason ?? "The creation failed");
  }
};

const endOf = async (api: ApiCall, tokenId: TokenId) => {
  const status = await api(routes.factory.creationStatus, { query: { tokenId } });
  const isOver = status.state >= creationState.confirmed || status.state === creationState.failed || status.shouldRetry;
  return isOver ? status : null;
};
