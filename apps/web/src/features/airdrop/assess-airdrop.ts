import { ApiError, type TokenUnits } from "@tribe/contract";
import { appFailure } from "@tribe/domain/words";
import { wordsOf } from "../../shared/api/errors.ts";
import type { AirdropPreview, AirdropTargets, AirdropToken } from "./airdrop-queries.ts";

/** What the form says of an airdrop as it is typed. */
export interface AirdropAssessment {
  /** What is wrong with the amount, and which amount is right. */
  readonly wrong: { readonly words: string; readonly fix: "least" | "most" | null } | null;
  /** Why nobody would get any; null when somebody would. */
  readonly noTarget: string | null;
  /** Whether it can be confirmed. */
  readonly mayGo: boolean;
}

/** Tells what stands in the way of an airdrop. */
export const assessAirdrop = ({
  units,
  token,
  targets: { toCreator, toMembers, toHolders },
  preview,
  isCurrent,
}: {
  readonly units: bigint;
  readonly token: { readonly amount: TokenUnits; readonly refusal: AirdropToken["refusal"] };
  readonly targets: AirdropTargets;
  /** How it would be divided; null until the server has said so. */
  readonly preview: Pick<AirdropPreview, "split" | "problem" | "leastAmount"> | null;
  /** Whether the preview is of this amount and of these targets. */
  readonly isCurrent: boolean;
}): AirdropAssessment => {
  const hasTarget = toCreator || toMembers || toHolders;
  const least = preview?.leastAmount ?? null;
  const isTooLarge = units > token.amount;
  const problem = isTooLarge ? "airdrop_too_large" : units === 0n ? null : (preview?.problem ?? null);
  const words = (): string | null => {
    if (problem !== null && problem !== "airdrop_no_target") return wordsOf(new ApiError(problem)).title;
    if (units === 0n || !hasTarget || preview === null || problem !== null) return null;
    if (least !== null) return units < least ? "Too little for everybody to get some" : null;
    return isCurrent ? appFailure("airdrop_supply").title : null;
  };
  const wrong = words();
  const fix = least !== null && units < least ? "least" : isTooLarge ? "most" : null;
  return {
    wrong: wrong === null ? null : { words: wrong, fix },
    noTarget: !hasTarget || problem === "airdrop_no_target" ? appFailure("no_holders").title : null,
    mayGo: units > 0n && hasTarget && problem === null && isCurrent && preview?.split != null && token.refusal === null,
  };
};

/** The one token of a list of one, which nobody need be asked for; null where there is a choice, or where that one can't be given. */
export const onlyOne = <Token extends Pick<AirdropToken, "refusal">>(tokens: readonly Token[]): Token | null => {
  const [first, ...others] = tokens;
  return first && others.length === 0 && first.refusal === null ? first : null;
};
