import { ApiError, type TokenUnits } from "@tribe/contract";
import { hasAirdropTarget } from "@tribe/domain/airdrop";
import { appFailure, texts } from "@tribe/domain/words";
import { wordsOf } from "../../shared/api/errors.ts";
import type { AirdropPreview, AirdropTargets, AirdropToken } from "./airdrop-queries.ts";

/** What the form shows for the typed airdrop. */
export interface AirdropAssessment {
  /** The problem with the amount, and which limit to offer instead. */
  readonly wrong: { readonly words: string; readonly fix: "least" | "most" | null } | null;
  /** Why there is no recipient; null if there is one. */
  readonly noTarget: string | null;
  /** Whether it can be confirmed. */
  readonly mayGo: boolean;
}

/** Determines what prevents an airdrop. */
export const assessAirdrop = ({
  units: typed,
  token,
  targets,
  preview,
  isCurrent,
}: {
  /** The typed amount in base units; null if it is no number. */
  readonly units: bigint | null;
  readonly token: { readonly amount: TokenUnits; readonly refusal: AirdropToken["refusal"] };
  readonly targets: AirdropTargets;
  /** The server's split; null while loading. */
  readonly preview: Pick<AirdropPreview, "split" | "problem" | "leastAmount" | "membersCount" | "holdersCount"> | null;
  /** Whether the preview is for this amount and these targets. */
  readonly isCurrent: boolean;
}): AirdropAssessment => {
  const isChosen = targets.toCreator || targets.toMembers || targets.toHolders;
  // The counts are the same for every amount and choice, so those of an earlier answer say it, too.
  const isMissing = isChosen && preview !== null && !hasAirdropTarget(targets, preview);
  const hasTarget = isChosen && !isMissing;
  const units = typed ?? 0n;
  const least = preview?.leastAmount ?? null;
  const isTooLarge = units > token.amount;
  const problem = isTooLarge ? "airdrop_too_large" : units === 0n ? null : (preview?.problem ?? null);
  const words = (): string | null => {
    if (typed === null) return texts.enterValidNumber;
    if (problem !== null && problem !== "airdrop_no_target") return wordsOf(new ApiError(problem)).title;
    if (units === 0n || !hasTarget || preview === null || problem !== null) return null;
    if (least !== null) return units < least ? "Too little for everybody to get some" : null;
    return isCurrent ? appFailure("airdrop_supply").title : null;
  };
  const wrong = words();
  const fix = typed !== null && least !== null && units < least ? "least" : isTooLarge ? "most" : null;
  return {
    wrong: wrong === null ? null : { words: wrong, fix },
    noTarget: isMissing ? appFailure("no_holders").title : isChosen ? null : "Choose who gets it",
    mayGo: units > 0n && hasTarget && problem === null && isCurrent && preview?.split != null && token.refusal === null,
  };
};

/** The only token of a list, which is chosen automatically; null if there are others, or if it can't be given. */
export const onlyOne = <Token extends Pick<AirdropToken, "refusal">>(tokens: readonly Token[]): Token | null => {
  const [first, ...others] = tokens;
  return first && others.length === 0 && first.refusal === null ? first : null;
};
