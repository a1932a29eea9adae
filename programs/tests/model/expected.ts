/** Expected account data by the model, and the data of events. */
import { createHash } from "node:crypto";
import { curveIdl, type Idl, poolIdl, type Value } from "../support/idl.ts";
import { bytesOf, derive, type Key } from "../support/keys.ts";
import { curve, factory, vault } from "../support/stage.ts";
import { floor } from "./arithmetic.ts";
import type { Event, Model, TribeState } from "./state.ts";

const eventTag = Buffer.from("e445a52e51cb9a1d", "hex");
const discriminators = new Map<string, Buffer>();

/** Anchor's eight-byte discriminator before an event's fields. */
export function eventDiscriminator(type: string): Buffer {
  const name = `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
  const known = discriminators.get(name) ?? createHash("sha256").update(`event:${name}`).digest().subarray(0, 8);
  discriminators.set(name, known);
  return known;
}

export const eventBytes = ({ idl, type, fields }: Event): Buffer =>
  Buffer.concat([eventTag, eventDiscriminator(type), idl.encode(type, fields)]);

/** An event call's type and fields; undefined for any other data. */
export function readEvent(idl: Idl, data: Uint8Array): { type: string; fields: Record<string, Value> } | undefined {
  const bytes = Buffer.from(data);
  if (!bytes.subarray(0, 8).equals(eventTag)) return undefined;
  const name = bytes.subarray(8, 16);
  const type = idl.types.find((one) => eventDiscriminator(one).equals(name));
  return type === undefined ? undefined : { type, fields: idl.decode(type, bytes.subarray(16)) };
}

const factoryBumps = { bump: BigInt(derive(curve, "factory").bump), vaultBump: BigInt(derive(curve, "vault").bump) };

export const factoryBytes = ({ factory: state }: Model): Buffer =>
  curveIdl.account("factory", { version: 2n, ...factoryBumps, vault, ...state });

const bumps = new Map<bigint, { bump: bigint; mintBump: bigint }>();
function bumpsOf(id: bigint): { bump: bigint; mintBump: bigint } {
  const known = bumps.get(id) ?? {
    bump: BigInt(derive(curve, "token", id).bump),
    mintBump: BigInt(derive(curve, "mint", id).bump),
  };
  bumps.set(id, known);
  return known;
}

export function tokenBytes({ id, creator, mint, state, places }: TribeState): Buffer {
  const migrated = state.migrated ? 1n : 0n;
  const migrationBumps = state.migrated ? places.bumps : new Uint8Array(4);
  const migration = state.migrated ? { newMint: places.newMint, liquidityAddress: places.pool } : undefined;
  const parts = { tokenId: id, creator, mint, floor, ...state, migrated, migrationBumps, migration };
  return curveIdl.account("token", { version: 1n, ...bumpsOf(id), ...parts });
}

export function poolBytes({ id, token, places, pool }: TribeState): Buffer {
  const [bump = 0, vaultBump = 0] = [places.bumps[2], places.bumps[3]];
  const fees = { liquidityFee: 20n, creatorFee: 40n, platformFee: 40n };
  const parties = { token, mint: places.newMint, vault: places.poolVault, factory };
  return poolIdl.account("pool", {
    version: 1n,
    bump: BigInt(bump),
    vaultBump: BigInt(vaultBump),
    ...parties,
    tokenId: id,
    ...pool,
    ...fees,
  });
}

/** The role of an address in a run. */
export type Kind =
  | { readonly kind: "factory" }
  | { readonly kind: "token" | "mint" | "newMint" | "pool"; readonly tribe: TribeState };

/** How an account differs from the model, as text; undefined when it does not. */
export function differenceOf(
  model: Model,
  key: Key,
  kind: Kind | undefined,
  found: { lamports: bigint; data: Buffer } | undefined,
): string | undefined {
  const lamports = found?.lamports ?? 0n;
  if (lamports !== model.balance(key)) return `${lamports} lamports, not ${model.balance(key)}`;
  const data = found?.data ?? Buffer.alloc(0);
  const holding = model.holdings.get(key);
  if (holding !== undefined) {
    const seen = [data.subarray(0, 32), data.subarray(32, 64)];
    if (!seen[0]?.equals(bytesOf(holding.mint)) || !seen[1]?.equals(bytesOf(holding.owner)))
      return "mint or owner of the token account";
    const amount = data.readBigUInt64LE(64);
    return amount === holding.amount ? undefined : `${amount} tokens, not ${holding.amount}`;
  }
  if (kind === undefined) return undefined;
  switch (kind.kind) {
    case "mint":
    case "newMint": {
      const supply = data.length < 44 ? 0n : data.readBigUInt64LE(36);
      const wanted = model.supplies.get(key) ?? 0n;
      return supply === wanted ? undefined : `supply ${supply}, not ${wanted}`;
    }
    case "factory":
      return unlike(curveIdl, "factory", data, factoryBytes(model));
    case "token":
      return unlike(curveIdl, "token", data, tokenBytes(kind.tribe));
    case "pool":
      return kind.tribe.pool === undefined ? undefined : unlike(poolIdl, "pool", data, poolBytes(kind.tribe));
  }
}

function unlike(idl: Idl, layout: string, seen: Buffer, wanted: Buffer): string | undefined {
  if (seen.equals(wanted)) return undefined;
  if (seen.length !== wanted.length) return `${layout} of ${seen.length} bytes, not ${wanted.length}`;
  const [is, must] = [idl.readAccount(layout, seen), idl.readAccount(layout, wanted)];
  const fields = Object.keys(is).filter((name) => String(is[name]) !== String(must[name]));
  return `${layout}: ${fields.map((name) => `${name} is ${is[name]}, not ${must[name]}`).join(", ") || "bytes after its fields"}`;
}
