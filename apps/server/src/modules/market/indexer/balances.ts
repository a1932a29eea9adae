import {
  type AccountInfoBase,
  type AccountInfoWithBase64EncodedData,
  type Base58EncodedBytes,
  getAddressDecoder,
  getBase64Encoder,
  getU64Decoder,
  address as kitAddress,
} from "@solana/kit";
import { type Address, ApiError, type Mint, tokenUnits } from "@tribe/contract";
import { inArray } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { knownAccounts, type Sighting, versionOfRead } from "../holdings.ts";
import { tokens } from "../schema.ts";
import { takeSightings } from "./intake.ts";

/** The token program of all our mints. */
export const token2022 = kitAddress("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");

type ReadAccount = {
  readonly pubkey: string;
  readonly account: AccountInfoBase & AccountInfoWithBase64EncodedData;
};

/**
 * Compares a mint's token accounts with the chain and takes in what differs: whatever moved while nobody listened.
 */
export const reconcileMint = async (ctx: Pick<AppContext, "chain" | "db">, mint: Mint): Promise<void> => {
  const { context, value } = await ctx.chain.rpc
    .getProgramAccounts(token2022, {
      commitment: "confirmed",
      encoding: "base64",
      withContext: true,
      // An address is base58, as the filter wants its bytes.
      filters: [{ memcmp: { offset: 0n, bytes: mint as string as Base58EncodedBytes, encoding: "base58" } }],
    })
    .send();
  const version = versionOfRead(context.slot);
  const sightings = value.map((entry) => sightingOf(entry, version));
  await ctx.db.transaction(async (tx) => {
    const known = new Map((await knownAccounts(tx, mint)).map((row) => [row.account, row]));
    const present = new Set(sightings.map((sighting) => sighting.account));
    const different = sightings.filter((sighting) => {
      const row = known.get(sighting.account);
      return !row || row.amount !== sighting.amount || row.owner !== sighting.owner;
    });
    const closed = [...known.values()]
      .filter((row) => row.amount > 0n && !present.has(row.account))
      .map((row) => ({ ...row, amount: tokenUnits(0n), version }));
    await takeSightings(tx, [...different, ...closed]);
  });
};

/**
 * Reads what one wallet holds of a token from the chain, now, because the index may be a moment behind. The caller
 * records it in its own transaction.
 * @throws ApiError `unavailable` when the chain does not answer.
 */
export const sightHolding = async (chain: AppContext["chain"], mint: Mint, owner: Address): Promise<Sighting[]> => {
  const { context, value } = await chain.rpc
    .getTokenAccountsByOwner(
      kitAddress(owner),
      { mint: kitAddress(mint) },
      { commitment: "confirmed", encoding: "base64" },
    )
    .send()
    .catch((cause: unknown) => {
      throw new ApiError("unavailable", { cause });
    });
  return value.map((entry) => sightingOf(entry, versionOfRead(context.slot)));
};

/**
 * Reads accounts that were seen to change once more, for the tokens of the index. Two transactions of one slot may reach
 * us in either order; a read has seen them all, so that the older balance cannot come back.
 */
export const readAgain = async (
  ctx: Pick<AppContext, "chain" | "db">,
  seen: readonly Sighting[],
): Promise<Sighting[]> => {
  const mints = [...new Set(seen.map((sighting) => sighting.mint))];
  if (mints.length === 0) return [];
  const ours = new Set(
    (await ctx.db.select({ mint: tokens.mint }).from(tokens).where(inArray(tokens.mint, mints))).map((row) => row.mint),
  );
  // A transaction names fewer accounts than one call may ask for.
  const accounts = seen.filter((sighting) => ours.has(sighting.mint));
  if (accounts.length === 0) return [];
  const { context, value } = await ctx.chain.rpc
    .getMultipleAccounts(
      accounts.map((sighting) => kitAddress(sighting.account)),
      { commitment: "confirmed", encoding: "base64" },
    )
    .send();
  const version = versionOfRead(context.slot);
  return accounts.map((sighting, index) => {
    const account = value[index];
    return account
      ? sightingOf({ pubkey: sighting.account, account }, version)
      : { ...sighting, amount: tokenUnits(0n), version };
  });
};

/** A token account starts with mint (32 bytes), owner (32) and amount (u64). */
const sightingOf = ({ pubkey, account }: ReadAccount, version: number): Sighting => {
  const data = getBase64Encoder().encode(account.data[0]);
  // Kit's and the contract's address are the same text under two brands.
  return {
    account: pubkey as Address,
    mint: getAddressDecoder().decode(data, 0) as string as Mint,
    owner: getAddressDecoder().decode(data, 32) as string as Address,
    amount: tokenUnits(getU64Decoder().decode(data, 64)),
    version,
  };
};
