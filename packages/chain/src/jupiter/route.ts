import { getProgramDerivedAddress, getStructDecoder, getU8Decoder, getU16Decoder, getU64Decoder } from "@solana/kit";
import type { Address } from "@tribe/contract";
import { fromChainAddress, toChainAddress } from "../accounts/addresses.ts";

/** Jupiter's aggregator, version 6, as its public IDL names it. */
export const jupiterProgramAddress = "JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4" as Address; // 32 bytes, checked by a test
/** The mint of wrapped SOL, of the first token program. */
export const wrappedSolMint = "So11111111111111111111111111111111111111112" as Address; // as above

/**
 * `shared_accounts_route_v2`: exact input, and the swap runs between accounts of Jupiter's own, so that no exchange on the
 * way gets the wallet's signature. Its amounts stand in front of the route, at fixed places (decision 0014).
 */
export const sharedRouteDiscriminator = Uint8Array.from([209, 152, 83, 147, 124, 254, 216, 233]);

/** The accounts of the instruction, in order; what follows them belongs to the exchanges on the way. */
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

/** What a route's data says before the route itself. */
export interface RouteHead {
  /** Which of Jupiter's own authorities holds the accounts in between. */
  readonly id: number;
  /** Base units taken from the source, exactly. */
  readonly input: bigint;
  readonly quotedOutput: bigint;
  readonly slippageBps: number;
  readonly platformFeeBps: number;
  readonly positiveSlippageBps: number;
}

/** Reads the data of the one route instruction that we take. @returns null for any other, and for one cut short. */
export const readRouteHead = (data: Uint8Array): RouteHead | null => {
  if (!sharedRouteDiscriminator.every((byte, index) => data[index] === byte)) return null;
  const from = sharedRouteDiscriminator.length;
  // the route is a list: its length takes four bytes, and a route has at least one step
  if (data.length <= from + headDecoder.fixedSize + 4) return null;
  return headDecoder.read(data, from)[0];
};

/** The least that such a route lets arrive: Jupiter's program fails below. Rounded down, so that it never promises more. */
export const minOutputOf = (quotedOutput: bigint, slippageBps: number): bigint =>
  (quotedOutput * BigInt(10_000 - slippageBps)) / 10_000n;

const derived = async (...seeds: (string | Uint8Array)[]): Promise<Address> => {
  const [address] = await getProgramDerivedAddress({ programAddress: toChainAddress(jupiterProgramAddress), seeds });
  return fromChainAddress(address);
};

/** PDA `['authority', id]`: one of those that own Jupiter's accounts in between. */
export const jupiterAuthority = (id: number): Promise<Address> => derived("authority", Uint8Array.of(id));

/** PDA `['__event_authority']`, Anchor's signer of events. */
export const jupiterEventAuthority = (): Promise<Address> => derived("__event_authority");
