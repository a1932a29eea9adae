import {
  type Address,
  affiliateTokenBonusTokens,
  referralTokenBonusTokens,
  type SocialAccount,
  type TokenUnits,
  tokenUnits,
  type Uid,
  unitsPerToken,
} from "@tribe/contract";
import { displayNameOf } from "@tribe/domain/people";
import { texts } from "@tribe/domain/words";
import type { people } from "../schema.ts";

type Row = typeof people.$inferSelect;

/** A person as other modules need them. */
export interface Person {
  readonly uid: Uid;
  readonly address: Address | null;
  /** Falls back to the first 6 characters of the address. */
  readonly displayName: string;
  readonly pfp: string | null;
  readonly bio: string;
  readonly isNerfed: boolean;
  readonly twitter: SocialAccount | null;
  readonly farcaster: SocialAccount | null;
  readonly isReferral: boolean;
  readonly isAffiliate: boolean;
  readonly isDiscount: boolean;
  readonly inviterAddress: Address | null;
  readonly inviterBonus: TokenUnits;
}

/** A row as others see it: without a display name, the first 6 characters of the address. */
export const toPerson = (row: Row): Person => ({
  uid: row.uid,
  address: row.address,
  displayName: row.deletedAt
    ? texts.deletedAccount
    : displayNameOf({ displayName: row.displayName ?? "", address: row.address ?? row.uid }),
  pfp: row.pfp,
  bio: row.bio,
  isNerfed: row.isNerfed,
  twitter: row.twitter,
  farcaster: row.farcaster,
  isReferral: row.inviterAddress !== null,
  isAffiliate: row.isAffiliate,
  isDiscount: row.isDiscount,
  inviterAddress: row.inviterAddress,
  inviterBonus: tokenUnits(bonusTokens(row) * unitsPerToken),
});

const bonusTokens = (row: Row): bigint => {
  if (row.inviterAddress === null) return 0n;
  return row.isAffiliate ? affiliateTokenBonusTokens : referralTokenBonusTokens;
};
