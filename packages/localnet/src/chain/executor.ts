import { type Key, knownKey } from "../codec/keys.ts";
import type { ResolvedKeys } from "../transaction/lookup.ts";
import type { WireTransaction } from "../transaction/wire.ts";
import { type AccountWrite, type ChainAccount, SYSTEM_PROGRAM } from "./accounts/account.ts";
import type { AccountStore } from "./accounts/account-store.ts";
import { Engine, type SimulationOutcome } from "./engine.ts";
import { type Executed, execute } from "./execute.ts";
import { toNodeError, usesNonce } from "./node-rules.ts";
import { Programs, programDataOf } from "./programs.ts";
import type { SlotClock } from "./slot-clock.ts";
import { RECENT_BLOCKHASHES, SLOT_HISTORY, SYSVARS, Sysvars } from "./sysvars.ts";

/** The engine with the state that transactions see: accounts, programs and sysvars of the current slot. */
export class Executor {
  readonly #engine: Engine;
  readonly #programs: Programs;
  readonly #sysvars: Sysvars;
  readonly #accounts: AccountStore;
  readonly #clock: SlotClock;
  readonly #builtins = new Map<Key, ChainAccount>();

  constructor(accounts: AccountStore, clock: SlotClock) {
    this.#engine = new Engine(clock.slotsPerEpoch);
    this.#programs = new Programs(this.#engine);
    this.#sysvars = new Sysvars(clock, (size) => this.rentExemptMinimum(size));
    this.#accounts = accounts;
    this.#clock = clock;
    for (const { key, account } of this.#sysvars.fixed((key) => this.#engine.get(key))) this.#engine.set(key, account);
    // Programs deployed before the start can be called in the next slot.
    this.#programs.write(
      accounts.entries().map(([key, account]) => ({ key, account })),
      clock.slot + 1,
    );
  }

  rentExemptMinimum(size: number): bigint {
    return this.#engine.rentExemptMinimum(size);
  }

  /** Writes the accounts of the command line. Throws for a program that cannot be loaded. */
  seed(writes: readonly AccountWrite[]): void {
    this.#programs.write(writes, this.#clock.slot + 1);
  }

  /** Sets the engine to the clock's slot. */
  beginSlot(): void {
    const sysvars = this.#sysvars.writesAt(this.#clock.slot, [RECENT_BLOCKHASHES]);
    for (const { key, account } of sysvars) this.#engine.set(key, account);
    this.#programs.beginSlot(this.#clock.slot);
  }

  /** An account as of the end of a slot. */
  account(key: Key, slot: number): ChainAccount | null {
    const known = this.#accounts.getAt(key, slot);
    if (known !== undefined) return known;
    const brought = this.#sysvars.at(key, slot) ?? this.#builtins.get(key);
    if (brought !== undefined) return brought;
    const builtin = this.#engine.get(key);
    if (builtin?.executable === true) this.#builtins.set(key, builtin);
    return builtin;
  }

  /** Built-in state, which neither a transaction nor the command line wrote, at the end of a slot. */
  *broughtAlong(slot: number): Generator<readonly [Key, ChainAccount]> {
    const unwritten = (key: Key) =>
      this.#accounts.getAt(key, slot) === undefined ? this.account(key, slot) : undefined;
    for (const key of BUILT_IN_ACCOUNTS) {
      const account = unwritten(key) ?? undefined;
      if (account === undefined) continue;
      yield [key, account];
      const code = programDataOf(account);
      const data = code === undefined ? undefined : unwritten(code);
      if (code !== undefined && data !== undefined && data !== null) yield [code, data];
    }
  }

  /** Executes in the current slot and commits to the engine. The caller checks the blockhash's age. */
  execute(tx: WireTransaction, resolved: ResolvedKeys, options: { verify: boolean; durable: boolean }): Executed {
    this.#offerSlotHistory(resolved.keys);
    return execute({
      engine: this.#engine,
      programs: this.#programs,
      read: (key) => this.account(key, this.#clock.slot),
      tx,
      resolved,
      slot: this.#clock.slot,
      bankhash: this.#clock.hashAt(this.#clock.slot),
      ...options,
    });
  }

  /** Executes without committing, on the accounts and sysvars at the end of a slot. */
  simulate(tx: WireTransaction, resolved: ResolvedKeys, options: { verify: boolean; slot: number }): SimulationOutcome {
    const { verify, slot } = options;
    const now = this.#clock.slot;
    if (slot === now) {
      this.#offerSlotHistory(resolved.keys);
      return this.#simulateAt(tx, verify, slot);
    }
    const changed = this.#changedSince(tx, resolved, slot);
    const sysvars = NAMED_SYSVARS.filter((key) => resolved.keys.includes(key));
    const past = (key: Key) => this.#accounts.getAt(key, slot) ?? this.#absent(key, tx);
    const present = (key: Key) => this.#accounts.get(key) ?? null;
    try {
      this.#show(
        changed.map((key) => ({ key, account: past(key) })),
        sysvars,
        slot,
      );
      return this.#simulateAt(tx, verify, slot);
    } finally {
      this.#show(
        changed.map((key) => ({ key, account: present(key) })),
        sysvars,
        now,
      );
    }
  }

  #simulateAt(tx: WireTransaction, verify: boolean, slot: number): SimulationOutcome {
    const read = (key: Key) => this.account(key, slot);
    const bankhash = this.#clock.hashAt(this.#clock.newestHashAt(slot));
    const outcome = this.#engine.simulate(tx, verify, usesNonce(tx, read) ? bankhash : undefined);
    return { ...outcome, error: toNodeError(outcome.error, tx, read) };
  }

  #show(writes: readonly AccountWrite[], sysvars: readonly Key[], slot: number): void {
    for (const { key, account } of this.#sysvars.writesAt(slot, sysvars)) this.#engine.set(key, account);
    this.#programs.write(writes, slot);
  }

  /**
   * The substitute for an account that does not exist yet. LiteSVM aborts the process when a transaction calls a program that
   * it has loaded and whose account is gone, so such an address gets an account that is not a program.
   */
  #absent(key: Key, tx: WireTransaction): ChainAccount | null {
    const index = tx.staticKeys.indexOf(key);
    const isNamed = tx.instructions.some(({ accounts }) => accounts.includes(index));
    return this.#accounts.get(key)?.executable === true && !isNamed ? NO_PROGRAM : null;
  }

  /** State visible to a transaction that differed in a slot: its accounts, their code, and its lookup tables. */
  #changedSince(tx: WireTransaction, resolved: ResolvedKeys, slot: number): Key[] {
    const changed = (key: Key) => {
      const then = this.#accounts.getAt(key, slot);
      return then !== undefined && then !== (this.#accounts.get(key) ?? null);
    };
    const keys = new Set<Key>(tx.lookups.map(({ table }) => table).filter(changed));
    for (const key of resolved.keys) {
      if (changed(key)) keys.add(key);
      const account = this.#accounts.get(key);
      const code = account === undefined ? undefined : programDataOf(account);
      if (code === undefined || !changed(code)) continue;
      keys.add(code);
      keys.add(key);
    }
    return [...keys];
  }

  #offerSlotHistory(keys: readonly Key[]): void {
    if (!keys.includes(SLOT_HISTORY)) return;
    this.#engine.set(SLOT_HISTORY, this.#sysvars.at(SLOT_HISTORY, this.#clock.slot) ?? null);
  }
}

const BUILT_IN_ACCOUNTS: readonly Key[] = [
  ...SYSVARS,
  ...[
    "11111111111111111111111111111111",
    "AddressLookupTab1e1111111111111111111111111",
    "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
    "BPFLoader1111111111111111111111111111111111",
    "BPFLoader2111111111111111111111111111111111",
    "BPFLoaderUpgradeab1e11111111111111111111111",
    "ComputeBudget111111111111111111111111111111",
    "Config1111111111111111111111111111111111111",
    "Ed25519SigVerify111111111111111111111111111",
    "KeccakSecp256k11111111111111111111111111111",
    "LoaderV411111111111111111111111111111111111",
    "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo",
    "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
    "NativeLoader1111111111111111111111111111111",
    "Secp256r1SigVerify1111111111111111111111111",
    "So11111111111111111111111111111111111111112",
    "Stake11111111111111111111111111111111111111",
    "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
    "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
    "Vote111111111111111111111111111111111111111",
    "ZkE1Gama1Proof11111111111111111111111111111",
    "ZkTokenProof1111111111111111111111111111111",
  ].map(knownKey),
];
const NAMED_SYSVARS = [RECENT_BLOCKHASHES, SLOT_HISTORY];
const NO_PROGRAM: ChainAccount = { lamports: 1n, owner: SYSTEM_PROGRAM, data: Buffer.alloc(0), executable: false };
