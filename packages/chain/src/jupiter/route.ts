import { getProgramDerivedAddress, getStructDecoder, getU8Decoder, getU16Decoder, getU64Decoder } from "@solana/kit";
import type { Address } from "@tribe/contract";
import { fromChainAddress, toChainAddress } from "../accounts/addresses.ts";

/** Jupiter's aggregator, version 6, by its public IDL. */
export const jupiterProgramAddress = "JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4" as Address; // 32 bytes, checked by a test
/** The mint of wrapped SOL, of the first token program. */
export const wrappedSolMint = "So11111111111111111111111111111111111111112" as Address; // as above

/**
 * `shared_accounts_route_v2`: exact input; the swap runs between accounts of Jupiter's own, so that no exchange on the way gets
 * the wallet's signature. Its amounts precede the route at fixed offsets (decision 0014).
 */
export const sharedRouteDiscriminator = Uint8Array.from([209, 152, 83, 147, 124, 254, 216, 233]);

/** The accounts of the instruction, in order; later accounts belong to the exchanges on the way. */
export const sharedRouteAccounts = [
  "programAuthority",
  "wallet",
  "source",
  "programSource",
  "programDestination",
  "destination",
  "sourceMint",
  "destinationMint",
  "sourceTokenProgram",
  "destinationTokenProgram",
  "eventAuthority",
  "program",
] as const;
export type SharedRouteAccount = (typeof sharedRouteAccounts)[number];

const headDecoder = getStructDecoder([
  ["id", getU8Decoder()],
  ["input", getU64Decoder()],
  ["quotedOutput", getU64Decoder()],
  ["slippageBps", getU16Decoder()],
  ["platformFeeBps", getU16Decoder()],
  ["positiveSlippageBps", getU16Decoder()],
]);

/** The fields of a route's data before the route itself. */
export interface RouteHead {
  /** Id of Jupiter's authority that owns the intermediate accounts. */
  readonly id: number;
  /** Exact base units from the source. */
  readonly input: bigint;
  readonly quotedOutput: bigint;
  readonly slippageBps: number;
  readonly platformFeeBps: number;
  readonly positiveSlippageBps: number;
}

/** Reads the data of the one route instruction that we accept. @returns null for any other, and for truncated data */
export const readRouteHead = (data: Uint8Array): RouteHead | null => {
  if (!sharedRouteDiscriminator.every((byte, index) => data[index] === byte)) return null;
  const from = sharedRouteDiscriminator.length;
  // the route is a list: its length has four bytes, and it has at least one step
  if (data.length <= from + headDecoder.fixedSize + 4) return null;
  return headDecoder.read(data, from)[0];
};

/** The minimum output that Jupiter's program enforces for such a route. Rounded down, so that we never promise more. */
export const minOutputOf = (quotedOutput: bigint, slippageBps: number): bigint =>
  (quotedOutput * BigInt(10_000 - slippageBps)) / 10_000n;

const derived = async (...seeds: (string | Uint8Array)[]): Promise<Address> => {
  const [address] = await getProgramDerivedAddress({ programAddress: toChainAddress(jupiterProgramAddress), seeds });
  return fromChainAddress(address);
};

/** PDA `['authority', id]`: one of the owners of Jupiter's intermediate accounts. */
export const jupiterAuthority = (id: number): Promise<Address> => derived("authority", Uint8Array.of(id));

/** PDA `['__event_authority']`, Anchor's signer of events. */
export const jupiterEventAuthority = (): Promise<Address> => derived("__event_authority");
