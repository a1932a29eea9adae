/**
 * The compiled programs in LiteSVM, through its inner class: the outer one wraps each call in codecs and takes three times as
 * long. Signers are only declared: the machine verifies no signatures, and programs see the declared signers.
 */
import { existsSync, readFileSync } from "node:fs";
import { Account, Clock, FailedTransactionMetadata, LiteSvm, type TransactionMetadata } from "litesvm/dist/internal.js";
import { bytesOf, derive, type Key, keyFor, keyOf, systemProgram, upgradeableLoader } from "./keys.ts";

export type Meta = { readonly key: Key; readonly signer: boolean; readonly writable: boolean };
export type Instruction = { readonly program: Key; readonly metas: readonly Meta[]; readonly data: Uint8Array };
/** A call below an instruction of the transaction. */
export type Inner = { readonly program: Key; readonly accounts: readonly Key[]; readonly data: Uint8Array };

/** The result of a transaction. */
export type Sent = {
  /** A program's own code, the text of a runtime or builtin error, or undefined on success. */
  readonly error: number | string | undefined;
  readonly inner: () => Inner[];
  readonly logs: () => string[];
  readonly units: () => number;
  /** Lamports that the runtime charged the payer. */
  readonly fee: bigint;
};

export type Holding = { lamports: bigint; owner: Key; data: Buffer };

/** One SOL in lamports. */
export const sol = 1_000_000_000n;
const feePerSignature = 5_000n;
const noBlockhash = Buffer.alloc(32);

/** The rent-exempt minimum of an account with this many bytes. */
export const rentOf = (bytes: number): bigint => 6_960n * BigInt(128 + bytes);

export class Machine {
  readonly svm = new LiteSvm();
  /** Pays for transactions and does nothing else. */
  readonly payer = keyFor("payer");

  /** Programs are loaded as a localnet's genesis does, with an upgrade authority where one is named. */
  constructor(programs: readonly { address: Key; path: URL; authority?: Key }[]) {
    this.svm.setBlockhashCheck(false);
    this.svm.setTransactionHistory(0n);
    this.svm.setSigverify(false);
    this.svm.setLogBytesLimit(10_000n);
    for (const { address, path, authority } of programs) {
      if (existsSync(path)) this.svm.addProgram(bytesOf(address), readFileSync(path));
      if (authority !== undefined) this.setUpgradeAuthority(address, authority);
    }
    this.fund(this.payer, 1_000_000_000n * sol);
  }

  /** Writes who may upgrade a program, or that nobody may. */
  setUpgradeAuthority(program: Key, authority: Key | undefined): void {
    const place = derive(upgradeableLoader, bytesOf(program)).key;
    const account = this.get(place);
    if (account === undefined) throw new Error(`${program} is no program`);
    const data = Buffer.from(account.data);
    data.fill(0, 12, 45);
    if (authority !== undefined) data.set([1, ...bytesOf(authority)], 12);
    this.set(place, { ...account, data });
  }

  send(...instructions: readonly Instruction[]): Sent {
    return this.sendAt(noBlockhash, ...instructions);
  }

  /** Sends with a blockhash or a nonce, which is checked only after {@link checkBlockhashes}. */
  sendAt(blockhash: Uint8Array, ...instructions: readonly Instruction[]): Sent {
    const { bytes, keys, signatures } = compile(this.payer, instructions, blockhash);
    const result = this.svm.sendLegacyTransaction(bytes);
    const failed = result instanceof FailedTransactionMetadata;
    const meta: TransactionMetadata = failed ? result.meta() : result;
    return {
      error: failed ? errorOf(result) : undefined,
      inner: () => innerOf(meta, keys),
      logs: () => meta.logs(),
      units: () => Number(meta.computeUnitsConsumed()),
      fee: feePerSignature * BigInt(signatures),
    };
  }

  /** From now on blockhashes are checked, as on a node; returns the latest one. */
  checkBlockhashes(): Buffer {
    this.svm.setBlockhashCheck(true);
    this.svm.expireBlockhash();
    return bytesOf(this.svm.latestBlockhash());
  }

  /** An account's current state, or undefined. */
  get(key: Key): Holding | undefined {
    const account = this.svm.getAccount(bytesOf(key));
    if (account === null) return undefined;
    const lamports = account.lamports();
    if (lamports === 0n) return undefined;
    return { lamports, owner: keyOf(account.owner()), data: Buffer.from(account.data()) };
  }

  balance(key: Key): bigint {
    return this.svm.getBalance(bytesOf(key)) ?? 0n;
  }

  /** Data of an account, empty when there is none. */
  data(key: Key): Buffer {
    const account = this.svm.getAccount(bytesOf(key));
    return account === null ? Buffer.alloc(0) : Buffer.from(account.data());
  }

  /** Writes an account without any checks. */
  set(key: Key, account: Holding): void {
    const { lamports, data, owner } = account;
    this.svm.setAccount(bytesOf(key), new Account(lamports, data, bytesOf(owner), false, 0n));
  }

  /** Removes an account. */
  close(key: Key): void {
    this.set(key, { lamports: 0n, owner: systemProgram, data: Buffer.alloc(0) });
  }

  fund(key: Key, lamports: bigint): void {
    this.set(key, { lamports, owner: systemProgram, data: Buffer.alloc(0) });
  }

  get time(): bigint {
    return this.svm.getClock().unixTimestamp;
  }

  set time(seconds: bigint) {
    const now = this.svm.getClock();
    this.svm.setClock(new Clock(now.slot, now.epochStartTimestamp, now.epoch, now.leaderScheduleEpoch, seconds));
  }

  get slot(): bigint {
    return this.svm.getClock().slot;
  }

  set slot(slot: bigint) {
    const now = this.svm.getClock();
    this.svm.setClock(new Clock(slot, now.epochStartTimestamp, now.epoch, now.leaderScheduleEpoch, now.unixTimestamp));
  }
}

function innerOf(meta: TransactionMetadata, keys: readonly Key[]): Inner[] {
  return meta.innerInstructions().flatMap((group) =>
    group.map((one) => {
      const call = one.instruction();
      const at = (index: number): Key => keys[index] ?? systemProgram;
      return { program: at(call.programIdIndex()), accounts: [...call.accounts()].map(at), data: call.data() };
    }),
  );
}

function errorOf(result: FailedTransactionMetadata): number | string {
  const error = result.err();
  if (typeof error === "object" && "err" in error) {
    const inner = error.err();
    if (typeof inner === "object" && "code" in inner) return inner.code;
  }
  // the full text includes the logs
  return /err: (.*?), meta:/.exec(result.toString())?.[1] ?? "unknown";
}

const rankOf = (signer: boolean, writable: boolean): number => (signer ? (writable ? 0 : 1) : writable ? 2 : 3);

/** A legacy transaction with empty signatures. */
function compile(
  payer: Key,
  instructions: readonly Instruction[],
  blockhash: Uint8Array,
): { bytes: Buffer; keys: Key[]; signatures: number } {
  const ranks = new Map<Key, number>([[payer, 0]]);
  const want = (key: Key, signer: boolean, writable: boolean): void => {
    const known = ranks.get(key);
    if (known === undefined) {
      ranks.set(key, rankOf(signer, writable));
      return;
    }
    ranks.set(key, rankOf(signer || known < 2, writable || known % 2 === 0));
  };
  for (const { metas } of instructions) for (const { key, signer, writable } of metas) want(key, signer, writable);
  for (const { program } of instructions) want(program, false, false);
  const groups: Key[][] = [[], [], [], []];
  for (const [key, rank] of ranks) groups[rank]?.push(key);
  const keys = groups.flat();
  const [writableSigners = 0, readonlySigners = 0, , readonly = 0] = groups.map((group) => group.length);
  const signatures = writableSigners + readonlySigners;
  const index = new Map(keys.map((key, at) => [key, at]));
  const at = (key: Key): number => index.get(key) ?? 0;
  const parts: Uint8Array[] = [
    Uint8Array.of(signatures),
    Buffer.alloc(64 * signatures),
    Uint8Array.of(signatures, readonlySigners, readonly, keys.length),
    ...keys.map(bytesOf),
    blockhash,
    Uint8Array.of(instructions.length),
  ];
  for (const { program, metas, data } of instructions) {
    const size = data.length < 128 ? [data.length] : [(data.length & 127) | 128, data.length >> 7];
    parts.push(Uint8Array.of(at(program), metas.length, ...metas.map((meta) => at(meta.key)), ...size), data);
  }
  return { bytes: Buffer.concat(parts), keys, signatures };
}
