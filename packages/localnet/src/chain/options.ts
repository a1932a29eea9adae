import type { LedgerWriteError } from "../ledger/journal.ts";
import type { GenesisAccount, GenesisProgram } from "./genesis.ts";

/** How a chain is made. Times in milliseconds, except where a name says seconds. */
export interface ChainOptions {
  /** Folder of the ledger; without one the chain lives in a temporary folder and leaves nothing. */
  readonly ledger?: string;
  /** Starts anew, whatever the folder holds. */
  readonly reset?: boolean;
  /** Length of a slot, 400 by default. */
  readonly slotMs?: number;
  /** Slots in an epoch, 432,000 by default. Fixed when a ledger is made. */
  readonly slotsPerEpoch?: number;
  /** Unix time of a new ledger's first slot, s; the present by default. */
  readonly startTimeSeconds?: number;
  /** What the faucet of a new ledger has to give, 500,000,000 SOL by default. */
  readonly faucetLamports?: bigint;
  /** Accounts that a new ledger begins with. */
  readonly accounts?: readonly GenesisAccount[];
  /** Accounts that an old ledger gets, too, where it has none at their addresses. */
  readonly additions?: readonly GenesisAccount[];
  /** Programs to be there. In an old ledger, one whose code differs is replaced. */
  readonly programs?: readonly GenesisProgram[];
  /** Hears in words of what of an old ledger has to be made anew. */
  readonly onNotice?: (notice: string) => void;
  /** Hears at once that the journal can't be written. The chain runs no more transactions. */
  readonly onUnwritable?: (error: LedgerWriteError) => void;
  /** False: slots pass only when `tick` is called. */
  readonly autoTick?: boolean;
}
