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

/** Splits a seed (2 of 3) with new randomness. Shares of different sharings do not combine. The caller overwrites all of them. */
export const splitSeed = async (seed: Uint8Array): Promise<Shares> => {
  const [device, server, recovery] = await split(seed, 3, 2);
  if (!device || !server || !recovery) throw new RangeError("a sharing has three shares");
  return { device, server, recovery };
};

/** The two shares do not give the address's key: one was changed, or belongs to another sharing. */
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
 * Combines two shares, checks the seed against the address and passes both to `use`; seed and shares are overwritten afterwards,
 * also after an error.
 * @throws WrongShareError when the shares are not this address's
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

/** Like {@link withSeed}, when only the key is needed. @throws WrongShareError */
export const rebuildKey = (shares: readonly [Uint8Array, Uint8Array], address: Address): Promise<WalletKey> =>
  withSeed(shares, address, async (_seed, key) => key);
