import { ApiError, type BodyOf, maxBuyTokens, type routes, type TokenUnits, unitsPerToken } from "@tribe/contract";
import { deriveSymbol, tokenNameOf, tokenTextProblem } from "@tribe/domain/people";
import type { Person } from "../../identity/index.ts";

/** What is stored of a creator's profile. */
export type CreatorProfile = Pick<Person, "pfp" | "displayName"> & {
  readonly twitter: Pick<NonNullable<Person["twitter"]>, "handle" | "name"> | null;
  readonly farcaster: Pick<NonNullable<Person["farcaster"]>, "handle" | "name"> | null;
};

/**
 * Requires that a Tribe has its creator's own name, symbol and picture.
 * @throws ApiError `profile_required`, `symbol_unusable`, `invalid_field`, `profile_changed`.
 */
export const checkProfile = (
  { twitter, farcaster, pfp, displayName }: CreatorProfile,
  body: Pick<BodyOf<typeof routes.factory.prepareCreation>, "name" | "symbol" | "pfpUrl">,
): void => {
  const { handle, name } = twitter ?? farcaster ?? { handle: "", name: "" };
  if (!pfp || !(name || handle)) throw new ApiError("profile_required");
  const symbol = deriveSymbol(name, handle);
  if (!symbol) throw new ApiError("symbol_unusable");
  if (body.symbol !== symbol)
    throw new ApiError("invalid_field", { field: "body.symbol", message: `must be ${symbol}, from your display name` });
  const problem = tokenTextProblem(body);
  if (problem) throw new ApiError("invalid_field", { field: `body.${problem.field}`, message: problem.message });
  // Name and picture stay with the Tribe for good, so nobody may use somebody else's.
  if (body.name !== tokenNameOf(displayName)) throw new ApiError("profile_changed", { field: "body.name" });
  if (body.pfpUrl !== pfp) throw new ApiError("profile_changed", { field: "body.pfpUrl" });
};

/** @throws ApiError `invalid_field` */
export const checkFirstBuy = (tokens: TokenUnits): void => {
  if (tokens % unitsPerToken !== 0n || tokens > maxBuyTokens * unitsPerToken)
    throw new ApiError("invalid_field", {
      field: "body.amountInLamports",
      message: `must be whole tokens, at most ${maxBuyTokens}`,
    });
};
