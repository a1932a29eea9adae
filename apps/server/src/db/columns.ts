import type { Address, Lamports, NewTokenUnits, TokenId, TokenUnits, Uid } from "@tribe/contract";
import { bigint, customType, text, timestamp } from "drizzle-orm/pg-core";

/** `numeric(20,0)` as bigint: the whole of u64, which PostgreSQL's `bigint` cannot hold. */
const u64 = <Value extends bigint>() =>
  customType<{ data: Value; driverData: string }>({
    dataType: () => "numeric(20,0)",
    // Stored values came through the contract's codecs or from the chain, so they have the brand.
    fromDriver: (value) => BigInt(value) as Value,
    toDriver: (value) => value.toString(),
  });

/** Lamports, exact. */
export const lamportsColumn = u64<Lamports>();
/** Token base units, exact. */
export const tokenUnitsColumn = u64<TokenUnits>();
/** Base units of a migrated token, exact. */
export const newTokenUnitsColumn = u64<NewTokenUnits>();
/** A token's identifier. */
export const tokenIdColumn = u64<TokenId>();

/** Signed sums (a volume's difference, a balance's change): `numeric(40,0)` as bigint. */
export const bigintColumn = customType<{ data: bigint; driverData: string }>({
  dataType: () => "numeric(40,0)",
  fromDriver: (value) => BigInt(value),
  toDriver: (value) => value.toString(),
});

/** Slots, counters and sequences: they stay far below 2⁵³. */
export const countColumn = (name: string) => bigint(name, { mode: "number" });

/** Raw bytes. */
export const bytesColumn = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** An address in base58. */
export const addressColumn = (name: string) => text(name).$type<Address>();
/** An account's identifier. */
export const uidColumn = (name: string) => text(name).$type<Uid>();
/** A time with millisecond precision, UTC. */
export const timeColumn = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 3 });
