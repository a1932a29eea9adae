import type { LedgerWriteError } from "../ledger/journal.ts";
import type { GenesisAccount, GenesisProgram } from "./genesis.ts";

/** A chain's options. Times in milliseconds, unless a name says seconds. */
export interface ChainOptions {
  /** Folder of the ledger; without one the chain lives in a temporary folder and leaves nothing. */
  readonly ledger?: string;
  /** Deletes the folder's content first. */
  readonly reset?: boolean;
  /** Length of a slot, 400 by default. */
  readonly slotMs?: number;
  /** Slots in an epoch, 432,000 by default. Fixed when a ledger is made. */
  readonly slotsPerEpoch?: number;
  /** Unix time of a new ledger's first slot, s; now by default. */
  readonly startTimeSeconds?: number;
  /** Balance of a new ledger's faucet, 500,000,000 SOL by default. */
  readonly faucetLamports?: bigint;
  /** Accounts of a new ledger. */
  readonly accounts?: readonly GenesisAccount[];
  /** Accounts that an existing ledger gets as well, unless it has some at their addresses. */
  readonly additions?: readonly GenesisAccount[];
  /** Programs of the chain. In an existing ledger, one whose code differs is replaced. */
  readonly programs?: readonly GenesisProgram[];
  /** Called with a text when a part of an existing ledger has to be rebuilt. */
  readonly onNotice?: (notice: string) => void;
  /** Called at once when the journal cannot be written. The chain then executes no more transactions. */
  readonly onUnwritable?: (error: LedgerWriteError) => void;
  /** False: slots pass only when `tick` is called. */
  readonly autoTick?: boolean;
}
