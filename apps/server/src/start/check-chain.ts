import { decodeFactory, factoryAddress, fromChainAddress, light } from "@tribe/chain/accounts";
import type { Address } from "@tribe/contract";
import type { Chain } from "../engines/chain/port.ts";
import { readAccount } from "../engines/chain/read-account.ts";
import { NoAnswerError } from "../engines/no-answer-error.ts";
import { ConfigError, type Environment } from "../settings/environment.ts";
import type { Role } from "../settings/roles.ts";

/** The answer of mainnet-beta to `getGenesisHash`. */
export const mainnetGenesisHash = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d";

const timeoutMs = 10_000;

/**
 * Keeps this version off mainnet-beta, until all that docs/decisions/0021-not-on-mainnet-yet.md lists is done. The chain's genesis
 * hash identifies the cluster, independent of the settings.
 * @throws ConfigError; NoAnswerError in production when the hash cannot be read, but for a process that never calls the chain
 */
export const refuseMainnet = async (
  chain: Pick<Chain, "rpc" | "isEmbedded">,
  { TRIBE_MODE, SOLANA_CLUSTER }: Pick<Environment, "TRIBE_MODE" | "SOLANA_CLUSTER">,
  roles: ReadonlySet<Role>,
): Promise<void> => {
  if (chain.isEmbedded) return;
  const genesisHash = await chain.rpc
    .getGenesisHash()
    .send({ abortSignal: AbortSignal.timeout(timeoutMs) })
    .catch((cause: unknown) => {
      const callsChain = [...roles].some((role) => role !== "realtime");
      if (TRIBE_MODE === "local" || !callsChain) return null;
      throw new NoAnswerError("The chain at RPC_URL does not answer, so that nobody knows which cluster it is.", {
        cause,
      });
    });
  const isMainnet = genesisHash === mainnetGenesisHash;
  const claimsMainnet = TRIBE_MODE === "production" && SOLANA_CLUSTER === "mainnet-beta";
  if (isMainnet || claimsMainnet)
    throw new ConfigError(
      `${isMainnet ? "RPC_URL leads to" : "SOLANA_CLUSTER says"} mainnet-beta, and this version does not run there: ` +
        "no outsider has audited its programs and its wallet, and they have run on no public cluster. " +
        "docs/decisions/0021-not-on-mainnet-yet.md lists what is missing. Use devnet.",
    );
};

/**
 * Compares our admin with the factory's: with another key every creation, buy and payout would fail on chain.
 * @throws ConfigError when they differ, and in production also when there is no factory to compare with; there NoAnswerError while
 *   the chain does not answer
 */
export const checkFactoryAdmin = async (
  chain: Chain,
  admin: Address,
  { TRIBE_MODE }: Pick<Environment, "TRIBE_MODE">,
): Promise<void> => {
  const isStrict = TRIBE_MODE === "production";
  const data = await readAccount(chain, await factoryAddress(chain.programAddress)).catch((cause: unknown) => {
    if (!isStrict) return null;
    throw new NoAnswerError("The chain at RPC_URL does not answer, so that nobody knows whose factory it is.", {
      cause,
    });
  });
  const factory = data && decodeFactory(data);
  if (!factory) {
    if (!isStrict) return;
    throw new ConfigError(
      `There is no factory of ${chain.programAddress} on this chain yet. Set it up first: npm run operator -- setup-factory`,
    );
  }
  if (factory.admin !== admin)
    throw new ConfigError(
      `The factory's admin is ${factory.admin}, the key of this data folder is ${admin}. ` +
        "Set TRIBE_DATA_DIR to the folder that has the right key.",
    );
};

/**
 * Whether the chain has Light Protocol's programs and trees: without them there are no airdrops. A chain that does not answer
 * counts as one without them.
 */
export const readHasCompression = async (chain: Pick<Chain, "rpc">): Promise<boolean> => {
  const registration = await readAccount(chain, fromChainAddress(light.registration)).catch(() => null);
  return registration !== null;
};
