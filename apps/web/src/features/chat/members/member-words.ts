import { type TokenProfile, unitsPerToken } from "@tribe/contract";
import { amountsOf, neededFormat, typedFormat } from "@tribe/domain/money";

/** What a row of the members says: below the name, at its end, and to a screen reader after the name. */
export interface MemberWords {
  readonly below: string;
  readonly end: string;
  readonly spoken: string;
}

type Token = Pick<TokenProfile, "newMint" | "conversionRate" | "symbol">;

/** Of a member with a seat. @param cut what the last seat takes, base units; null while it is unknown */
export const seatedWords = (
  token: Token,
  { number, holding, cut }: { readonly number: number; readonly holding: bigint; readonly cut: bigint | null },
): MemberWords => {
  const written = amountsOf(token);
  const held = written.named(holding, typedFormat);
  const seat = `seat ${number}, ${held}`;
  if (cut === null) return { below: held, end: "", spoken: seat };
  if (holding <= cut) return { below: held, end: "at the cut", spoken: `${seat}, at the cut` };
  // Beside each other in a list, so no more than tells them apart.
  const above = written.plain(holding - cut, holding - cut < 10n * unitsPerToken ? typedFormat : { decimals: 1 });
  return { below: held, end: `+${above}`, spoken: `${seat}, ${above} above the cut` };
};

/** Of a holder without a seat, in the order in which they wait. @param threshold what a seat takes, base units */
export const outsideWords = (
  token: Token,
  {
    place,
    holding,
    threshold,
    isBlocked,
  }: { readonly place: number; readonly holding: bigint; readonly threshold: bigint; readonly isBlocked: boolean },
): MemberWords => {
  const written = amountsOf(token);
  const held = written.named(holding, typedFormat);
  const end = isBlocked
    ? "blocked"
    : holding < threshold
      ? `${written.plain(threshold - holding, neededFormat)} short`
      : "not joined";
  const line = isBlocked ? "no seat" : place === 1 ? "first in line" : `${place} in line`;
  return { below: place === 1 && !isBlocked ? `${held} · ${line}` : held, end, spoken: `${line}, ${held}, ${end}` };
};
