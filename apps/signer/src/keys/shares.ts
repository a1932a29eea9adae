import type { Address } from "@tribe/contract";
import { combine, split } from "shamir-secret-sharing";
import { consuming } from "./bytes.ts";
import { importSeed, type WalletKey } from "./ed25519.ts";

/** One sharing: any two of the three give the seed, one alone gives nothing. */
export interface Shares {
  readonly device: Uint8Array;
  readonly server: Uint8Array;
  readonly recovery: Uint8Array;
}

/** Splits a seed anew (2 of 3). Shares of different sharings do not combine. The caller overwrites all of them. */
export const splitSeed = async (seed: Uint8Array): Promise<Shares> => {
  const [device, server, recovery] = await split(seed, 3, 2);
  if (!device || !server || !recovery) throw new RangeError("a sharing has three shares");
  return { device, server, recovery };
};

/** The two shares do not give the key of the address: one of them was changed, or is of another sharing. */
export class WrongShareError extends Error {
  override readonly name = "WrongShareError";
}

/** Combines two shares into the seed; overwrites the shares. @throws WrongShareError when they cannot combine. */
const combineShares = (shares: readonly [Uint8Array, Uint8Array]): Promise<Uint8Array> =>
  consuming(shares, () =>
    combine([...shares]).catch((cause: unknown) => {
      throw new WrongShareError("the shares do not combine", { cause });
    }),
  );

/**
 * Combines two shares, proves the seed against the address and hands both to `use`; seed and shares are
 * overwritten afterwards, however it ends.
 * @throws WrongShareError when the shares are not this address's.
 */
export const withSeed = async <T>(
  shares: readonly [Uint8Array, Uint8Array],
  address: Address,
  use: (seed: Uint8Array, key: WalletKey) => Promise<T>,
): Promise<T> => {
  const seed = await combineShares(shares);
  return consuming([seed], async () => {
    const key = await importSeed(seed, address);
    if (!key) throw new WrongShareError("the shares are not of this address");
    return use(seed, key);
  });
};

/** As {@link withSeed}, when only the key is wanted. @throws WrongShareError */
export const rebuildKey = (shares: readonly [Uint8Array, Uint8Array], address: Address): Promise<WalletKey> =>
  withSeed(shares, address, async (_seed, key) => key);
