import { type Address, type AirdropTokenType, ApiError, type Mint, type TokenUnits, type Uid } from "@tribe/contract";
import type { AirdropOptions } from "@tribe/domain/airdrop";
import type { ReadingContext } from "../../../context/context.ts";
import { personByUid } from "../../identity/index.ts";
import { findToken } from "../../indexer/index.ts";
import { type GivenToken, readGivenToken } from "./chain-reads.ts";

/** What a Chief requests, as it is sent. */
interface Asked {
  readonly mint: Mint;
  readonly airdropMintAddress: Mint;
  readonly airdropAmount: TokenUnits;
  readonly tokenType: AirdropTokenType;
}

/** A request whose giver and token have been checked. */
export interface CheckedOrder {
  readonly creator: Address;
  readonly given: GivenToken;
}

/**
 * Checks who asks and what they want to give.
 * @throws ApiError `not_found`, `forbidden`, `wallet_missing`, `airdrop_token_unusable`, `airdrop_holders_unusable`,
 * `airdrops_waiting`, `unavailable`
 */
export const checkOrder = async (
  ctx: ReadingContext,
  uid: Uid,
  { mint, airdropMintAddress, tokenType }: Asked,
  { toHolders }: AirdropOptions,
): Promise<CheckedOrder> => {
  const tribe = await findToken(ctx.db, mint);
  if (!tribe) throw new ApiError("not_found");
  const person = await personByUid(ctx.db, uid);
  if (!person?.address) throw new ApiError("wallet_missing");
  if (person.address !== tribe.creatorAddress) throw new ApiError("forbidden");
  if (tribe.newMint !== null && toHolders) throw new ApiError("airdrop_holders_unusable");
  const program = tokenType === "SPL" ? "token" : "token2022";
  return {
    creator: person.address,
    given: await readGivenToken(ctx.chain, airdropMintAddress, person.address, program, ctx.config.lookupTable),
  };
};

type Flags = {
  readonly [Name in "shouldAirdropToCreator" | "shouldAirdropToMembers" | "shouldAirdropToHolders"]?:
    | boolean
    | "true"
    | "false"
    | undefined;
};

/** Each option is on unless it is explicitly off. */
export const optionsOf = (flags: Flags): AirdropOptions => {
  const isOn = (flag: boolean | "true" | "false" | undefined) => flag !== false && flag !== "false";
  return {
    toCreator: isOn(flags.shouldAirdropToCreator),
    toMembers: isOn(flags.shouldAirdropToMembers),
    toHolders: isOn(flags.shouldAirdropToHolders),
  };
};
