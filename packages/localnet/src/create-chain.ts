import { readNamedFile } from "./account-file.ts";
import { Chain } from "./chain/chain.ts";
import type { GenesisAccount } from "./chain/genesis.ts";
import { type Key, parseKey } from "./codec/keys.ts";
import { answer } from "./rpc/dispatch.ts";
import { rpcMethods } from "./rpc/methods.ts";

/** Options of a chain in this process. */
export interface LocalChainOptions {
  /** Folder of the ledger; without one it lives in a temporary folder and leaves nothing. */
  readonly ledger?: string;
  /** Length of a slot, ms; slots pass only by `tick` and `warp` unless `autoTick` is set. */
  readonly slotMs?: number;
  readonly autoTick?: boolean;
  /** Unix time at which a new chain begins, s. */
  readonly startTimeSeconds?: number;
  /** Programs by address, file and upgrade authority (none: can't be upgraded). */
  readonly programs?: readonly { readonly id: string; readonly file: string; readonly authority?: string }[];
  /** Accounts of a new chain. */
  readonly accounts?: readonly {
    readonly address: string;
    readonly owner: string;
    readonly lamports: bigint;
    readonly data?: Uint8Array;
    /** That of a rent-exempt account by default. */
    readonly rentEpoch?: bigint;
  }[];
}

/** A chain in this process, without ports: for unit tests. */
export interface LocalChain {
  /** Answers a JSON-RPC request (its text), as the HTTP side would. */
  answer(request: string): string | undefined;
  /** Calls one method and returns its result. Throws an Error with `code` and `data` when the answer is an error. */
  request(method: string, ...params: unknown[]): unknown;
  /** Begins the next slot. */
  tick(): void;
  /** Jumps ahead in slots or in time. */
  warp(jump: { slots: number } | { seconds: number }): void;
  close(): Promise<void>;
}

function toKey(text: string): Key {
  const key = parseKey(text);
  if (key === undefined) throw new TypeError(`"${text}" is no address`);
  return key;
}

function toAccount(account: NonNullable<LocalChainOptions["accounts"]>[number]): GenesisAccount {
  const { address, owner, lamports, data = new Uint8Array(), rentEpoch } = account;
  const fixed = { lamports, owner: toKey(owner), data: Buffer.from(data), executable: false };
  const state = rentEpoch === undefined ? fixed : { ...fixed, rentEpoch };
  return { key: toKey(address), account: state };
}

/**
 * Creates a chain in this process. With `@solana/kit`, give `createSolanaRpcFromTransport` a transport over `answer`.
 * @throws LedgerError, LedgerLockedError, DamagedLedgerError, BadFileError, TypeError
 */
export function createChain(options: LocalChainOptions = {}): LocalChain {
  const { programs = [], accounts = [], autoTick = false, ...rest } = options;
  const chain = Chain.open({
    ...rest,
    autoTick,
    accounts: accounts.map(toAccount),
    programs: programs.map(({ id, file, authority }) => ({
      id: toKey(id),
      elf: readNamedFile(file),
      authority: authority === undefined ? null : toKey(authority),
    })),
  });
  const methods = rpcMethods(chain, { enableWarp: true });
  const respond = (text: string) =>
    answer(
      text,
      (name) => methods.get(name),
      (error) => {
        throw error;
      },
    );
  return {
    answer: respond,
    request: (method, ...params) => {
      const text = respond(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })) ?? "{}";
      // Written by this package: an answer has either a result or an error with code and message.
      const { result, error } = JSON.parse(text) as { result?: unknown; error?: { message: string } };
      if (error !== undefined) throw Object.assign(new Error(error.message), error);
      return result;
    },
    tick: () => chain.tick(),
    warp: (jump) => chain.warp(jump),
    close: () => chain.close(),
  };
}
