import { getBase64Encoder } from "@solana/kit";
import { decodeFactory, type FactoryState, factoryAddress, isPausedAt, toChainAddress } from "@tribe/chain/accounts";
import { ApiError } from "@tribe/contract";
import type { Chain } from "../../engines/chain/port.ts";

/** Fees and the pause flag change rarely, and the program checks every trade anyway. */
const freshForMs = 5_000;
/** Timeout of a read, because a page of a Tribe, or of the settings, waits for it. */
const timeoutMs = 1_000;

const reads = new WeakMap<Chain, { readonly at: number; readonly factory: Promise<FactoryState> }>();
const lastAnswers = new WeakMap<Chain, FactoryState>();

/**
 * The factory's account, at most 5 s old; while the chain does not answer, its last known state.
 * @throws ApiError `unavailable` when the chain has none, or has not answered yet
 */
export const factoryState = (chain: Chain): Promise<FactoryState> => {
  const before = reads.get(chain);
  if (before && Date.now() - before.at < freshForMs) return before.factory;
  const factory = readOrRemember(chain);
  const read = { at: Date.now(), factory };
  reads.set(chain, read);
  factory.catch(() => reads.get(chain) === read && reads.delete(chain));
  return factory;
};

/**
 * Whether the factory is paused. Unknown counts as not paused. For callers that must not wait for the chain: a page's settings,
 * and an operator's maintenance.
 */
export const isFactoryPaused = (chain: Chain): Promise<boolean> =>
  factoryState(chain).then(
    (factory) => isPausedAt(factory, Date.now()),
    () => false,
  );

/** Drops the cached account, because the factory has changed: the next read asks the chain. */
export const forgetFactoryState = (chain: Chain): void => void reads.delete(chain);

const readOrRemember = async (chain: Chain): Promise<FactoryState> => {
  try {
    const factory = await readFactory(chain);
    lastAnswers.set(chain, factory);
    return factory;
  } catch (error) {
    const last = lastAnswers.get(chain);
    if (last) return last;
    throw error;
  }
};

const readFactory = async (chain: Chain): Promise<FactoryState> => {
  try {
    const { value } = await chain.rpc
      .getAccountInfo(toChainAddress(await factoryAddress(chain.programAddress)), {
        commitment: "confirmed",
        encoding: "base64",
      })
      .send({ abortSignal: AbortSignal.timeout(timeoutMs) });
    const factory = value && decodeFactory(new Uint8Array(getBase64Encoder().encode(value.data[0])));
    if (factory) return factory;
  } catch (cause) {
    throw new ApiError("unavailable", { cause });
  }
  throw new ApiError("unavailable");
};
