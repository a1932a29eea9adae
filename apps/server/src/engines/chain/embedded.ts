import { join } from "node:path";
import { onceProgramAddress, poolProgramAddress } from "@tribe/chain/accounts";
import { localnetLookupTable } from "@tribe/chain/airdrop";
import type { Address } from "@tribe/contract";
import { LocalnetStartError, startLocalnet } from "tribe-localnet/source";
import { isBuilt, repository } from "../../process/programs.ts";
import { connectChain } from "./connect.ts";
import type { Chain } from "./port.ts";

const artifact = (name: string) => join(repository, "programs/artifacts", `${name}.so`);

/** The lookup table that airdrop batches use for their accounts, as written by `solana account --output json`. */
const lookupTable = join(repository, "apps/server/src/engines/chain/lookup-table.json");

/** Where the embedded chain's data is and how it starts. */
export interface EmbeddedChainOptions {
  readonly ledger: string;
  readonly rpcPort: number;
  readonly programAddress: Address;
  /** Upgrade authority of our programs: only this key may set up the factory. */
  readonly upgradeAuthority: Address;
  /** Unix time at which a new ledger starts, s; by default now. */
  readonly startTimeSeconds?: number;
  /** Lets tools move the chain's clock ahead, which the example world needs. */
  readonly enableWarp?: boolean;
  /** Length of a slot, ms; tests shorten it. */
  readonly slotMs?: number;
  /** What is started; by default the built chain when this process runs the build, else its sources. */
  readonly command?: string;
  /** Folder with Light Protocol's package: the chain loads its programs, which airdrops need. */
  readonly light?: string;
}

/** The embedded chain and its process. */
export interface EmbeddedChain extends Chain {
  readonly pid: number;
}

/** Starts the localnet with our programs. @throws Error whose message says what to do. */
export const startEmbeddedChain = async (options: EmbeddedChainOptions): Promise<EmbeddedChain> => {
  const { programAddress, upgradeAuthority, ledger, rpcPort, ...rest } = options;
  const localnet = await startLocalnet({
    ledger,
    rpcPort,
    ...(isBuilt ? { command: join(repository, "apps/server/dist/localnet/cli.js") } : {}),
    programs: [
      { id: programAddress, file: artifact("curve"), authority: upgradeAuthority },
      { id: poolProgramAddress, file: artifact("pool"), authority: upgradeAuthority },
      // No upgrade authority: the program keeps an airdrop's batches from landing twice, and nobody must be able to change
      // it.
      { id: onceProgramAddress, file: artifact("once") },
    ],
    additionalAccounts: rest.light === undefined ? [] : [{ address: localnetLookupTable, file: lookupTable }],
    ...rest,
  }).catch((error: unknown) => {
    if (error instanceof LocalnetStartError)
      throw new Error(`The embedded chain did not start (${error.failure}): ${error.message}`, { cause: error });
    throw error;
  });
  const chain = connectChain({
    rpcUrl: localnet.rpcUrl,
    webSocketUrl: localnet.wsUrl,
    programAddress,
    isEmbedded: true,
    close: () => localnet.stop(),
  });
  return { ...chain, pid: localnet.pid };
};
