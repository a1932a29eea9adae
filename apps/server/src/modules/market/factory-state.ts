import { getBase64Encoder } from "@solana/kit";
import { decodeFactory, type FactoryState, factoryAddress, toChainAddress } from "@tribe/chain";
import { ApiError } from "@tribe/contract";
import type { Chain } from "../../engines/chain/port.ts";

/** Fees and the pause flag change rarely; a trade is judged by the program in any case. */
const freshForMs = 5_000;
const known = new WeakMap<Chain, { readonly readAt: number; readonly factory: Promise<FactoryState> }>();

/** The factory's account, at most 5 s old. @throws ApiError `unavailable` when the chain has none or does not answer. */
export const factoryState = (chain: Chain): Promise<FactoryState> => {
  const before = known.get(chain);
  if (before && Date.now() - before.readAt < freshForMs) return before.factory;
  const factory = readFactory(chain);
  known.set(chain, { readAt: Date.now(), factory });
  factory.catch(() => known.delete(chain));
  return factory;
};

/** The next question is answered by the chain: something was said of the factory. */
export const forgetFactoryState = (chain: Chain): void => void known.delete(chain);

const readFactory = async (chain: Chain): Promise<FactoryState> => {
  try {
    const { value } = await chain.rpc
      .getAccountInfo(toChainAddress(await factoryAddress(chain.programAddress)), {
        commitment: "confirmed",
        encoding: "base64",
      })
      .send();
    const factory = value && decodeFactory(new Uint8Array(getBase64Encoder().encode(value.data[0])));
    if (factory) return factory;
  } catch (cause) {
    throw new ApiError("unavailable", { cause });
  }
  throw new ApiError("unavailable");
};
