/** Addresses as base58 text with cached bytes, and synchronous derivation of addresses. */
import { createHash } from "node:crypto";
import { PublicKey } from "@solana/web3.js";
import { isOnCurve } from "./curve25519.ts";

/** An address in base58. */
export type Key = string;

const bytes = new Map<Key, Buffer>();
const texts = new Map<string, Key>();

/** The 32 bytes of an address. */
export function bytesOf(key: Key): Buffer {
  const known = bytes.get(key);
  if (known) return known;
  const made = new PublicKey(key).toBuffer();
  bytes.set(key, made);
  return made;
}

/** The address with these 32 bytes. */
export function keyOf(raw: Uint8Array): Key {
  const name = Buffer.from(raw).toString("latin1");
  const known = texts.get(name);
  if (known !== undefined) return known;
  const made = new PublicKey(raw).toBase58();
  texts.set(name, made);
  return made;
}

/** A unique address, the same for the same words. Its secret is unknown: signatures are not verified here. */
export const keyFor = (...parts: (string | number | bigint)[]): Key =>
  keyOf(createHash("sha256").update(parts.join("/")).digest());

/** As {@link keyFor}, but a point of the curve, so that it could have a key. */
export function walletKeyFor(...parts: (string | number | bigint)[]): Key {
  for (let attempt = 0; ; attempt += 1) {
    const key = keyFor(...parts, attempt);
    if (isOnCurve(bytesOf(key))) return key;
  }
}

export type Seed = string | bigint | Uint8Array;
const seedBytes = (seed: Seed): Buffer => {
  if (typeof seed === "string") return Buffer.from(seed);
  if (typeof seed !== "bigint") return Buffer.from(seed);
  const raw = Buffer.alloc(8);
  raw.writeBigUInt64LE(seed);
  return raw;
};

/** Long runs derive the same addresses repeatedly. */
const derived = new Map<string, { key: Key; bump: number }>();
const marker = Buffer.from("ProgramDerivedAddress");

/** The canonical derived address and its bump. Text seeds are UTF-8, bigint ones 8 bytes little endian. */
export function derive(program: Key, ...seeds: Seed[]): { key: Key; bump: number } {
  const raw = seeds.map(seedBytes);
  const name = `${program}/${raw.map((seed) => seed.toString("latin1")).join("/")}`;
  const known = derived.get(name);
  if (known) return known;
  for (let bump = 255; bump >= 0; bump -= 1) {
    const bytes = derivedAt(program, bump, ...raw);
    if (isOnCurve(bytes)) continue;
    const made = { key: keyOf(bytes), bump };
    derived.set(name, made);
    return made;
  }
  throw new Error(`no address of ${program} for ${name}`);
}

/** The hash of the seeds and a bump: an address if it is not a point of the curve. */
export const derivedAt = (program: Key, bump: number, ...seeds: Seed[]): Buffer => {
  const hash = createHash("sha256");
  for (const seed of seeds) hash.update(seedBytes(seed));
  return hash.update(Uint8Array.of(bump)).update(bytesOf(program)).update(marker).digest();
};

/** Lamports at this address are burned. */
export const incinerator: Key = "1nc1nerator11111111111111111111111111111111";
export const systemProgram: Key = "11111111111111111111111111111111";
export const token2022: Key = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
export const splToken: Key = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
export const associatedTokenProgram: Key = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL";
export const upgradeableLoader: Key = "BPFLoaderUpgradeab1e11111111111111111111111";

/** An owner's associated token account of a mint. */
export const associatedToken = (owner: Key, mint: Key, program: Key = token2022): Key =>
  derive(associatedTokenProgram, bytesOf(owner), bytesOf(program), bytesOf(mint)).key;
