import { blockTimeOf } from "../../chain/block-time.ts";
import type { Chain } from "../../chain/chain.ts";
import { base58Of } from "../../codec/keys.ts";
import { LazyList } from "../../codec/lazy-list.ts";
import type { TransactionRecord } from "../../ledger/record.ts";
import { parseTransaction } from "../../transaction/wire.ts";
import { readHistorySlot, readSlot } from "../context.ts";
import type { Method } from "../dispatch.ts";
import {
  assertVersion,
  encodeTransaction,
  encodeTransactionAccounts,
  readTransactionEncoding,
  type TransactionEncoding,
} from "../encode-transaction.ts";
import { blockNotAvailable, invalidParams } from "../errors.ts";
import { Config, type Params } from "../params.ts";
import { readUnsigned } from "../rust-values.ts";

const MAX_RANGE = 500_000;
const DETAILS = ["full", "signatures", "none", "accounts"] as const;

/** The requested form of a block. */
export interface BlockOptions {
  readonly details: (typeof DETAILS)[number];
  readonly encoding: TransactionEncoding;
  readonly rewards: boolean;
}

/** Reads `transactionDetails`, `encoding`, `maxSupportedTransactionVersion` and `rewards`. */
export function readBlockOptions(config: Config): BlockOptions {
  return {
    details: config.choice("transactionDetails", DETAILS) ?? "full",
    encoding: readTransactionEncoding(config),
    rewards: config.flag("rewards") ?? true,
  };
}

/** Blocks: their contents, their times, which there are. Every slot has a block. */
export function blockMethods(chain: Chain): Record<string, Method> {
  return {
    getBlock: (params) => {
      const wanted = params.between(1, 2).u64(0);
      const { options, config } = params.eitherOf(1, "RpcEncodingConfigWrapper", (value, read) => {
        const given = typeof value === "string" ? new Config({ encoding: value }) : read();
        return { options: readBlockOptions(given), config: given };
      });
      const { records, ...block } = readBlock(chain, requireBlock(wanted, readHistorySlot(chain, config)), options);
      if (!showsTransactions(options)) return block;
      for (const record of records) assertVersion(record, options.encoding.maxVersion);
      const encode = encoderOf(options);
      const transactions = function* () {
        for (const record of records) yield encode(record);
      };
      return { ...block, transactions: new LazyList(transactions()) };
    },

    getBlockTime: (params) => blockTimeOf(chain, requireBlock(params.exactly(1).u64(0), chain.slot)),

    getBlocks: (params) => {
      const first = params.between(1, 3).u64(0);
      const { end, config } = readRange(params);
      const newest = readConfirmedSlot(chain, config);
      const last = Math.min(end ?? first + MAX_RANGE, newest);
      if (last - first > MAX_RANGE) throw invalidParams(`Slot range too large; max ${MAX_RANGE}`);
      return slotsFrom(first, last);
    },

    getBlocksWithLimit: (params) => {
      const first = params.between(2, 3).u64(0);
      const limit = params.u64(1, "usize");
      const newest = readConfirmedSlot(chain, params.config(2, "struct RpcContextConfig"));
      if (limit > MAX_RANGE) throw invalidParams(`Limit too large; max ${MAX_RANGE}`);
      return slotsFrom(first, Math.min(first + limit - 1, newest));
    },
  };
}

/** The newest slot of a list of blocks: at least confirmed, and not below `minContextSlot`. */
function readConfirmedSlot(chain: Chain, config: Config): number {
  readHistorySlot(chain, config);
  return readSlot(chain, config);
}

/** The second parameter is the last slot or the configuration, which may also come third. */
function readRange(params: Params): { readonly end: number | undefined; readonly config: Config } {
  const second = params.eitherOf(1, "RpcBlocksConfigWrapper", (value, read) =>
    value === undefined || typeof value === "number"
      ? { end: value === undefined ? undefined : readUnsigned(value, "u64"), config: new Config({}) }
      : { end: undefined, config: read() },
  );
  return params.has(2) ? { ...second, config: params.config(2, "struct RpcContextConfig") } : second;
}

function slotsFrom(first: number, last: number): LazyList {
  const slots = function* () {
    for (let slot = first; slot <= last; slot++) yield slot;
  };
  return new LazyList(slots());
}

function requireBlock(wanted: number, newest: number): number {
  if (wanted > newest) throw blockNotAvailable(wanted);
  return wanted;
}

/**
 * A block in the format of `blockSubscribe`. `wanted` filters transactions.
 * @throws RpcError -32015 for a versioned transaction that the caller does not support
 */
export function encodeBlock(
  chain: Chain,
  slot: number,
  options: BlockOptions,
  wanted?: (record: TransactionRecord) => boolean,
): Record<string, unknown> {
  const { records, ...block } = readBlock(chain, slot, options, wanted);
  return showsTransactions(options) ? { ...block, transactions: records.map(encoderOf(options)) } : block;
}

function showsTransactions({ details }: BlockOptions): boolean {
  return details === "full" || details === "accounts";
}

function encoderOf({ details, encoding, rewards }: BlockOptions) {
  return (record: TransactionRecord) =>
    details === "accounts"
      ? encodeTransactionAccounts(record, encoding.maxVersion, rewards)
      : encodeTransaction(record, encoding, rewards);
}

/** What a block says beside its transactions, and their records. */
function readBlock(
  chain: Chain,
  slot: number,
  { details, rewards }: BlockOptions,
  wanted: (record: TransactionRecord) => boolean = () => true,
) {
  const records = details === "none" ? [] : recordsOf(chain, slot).filter(wanted);
  return {
    records,
    blockhash: base58Of(chain.clock.hashAt(slot)),
    previousBlockhash: base58Of(chain.clock.hashAt(Math.max(0, slot - 1))),
    parentSlot: Math.max(0, slot - 1),
    blockHeight: slot,
    blockTime: blockTimeOf(chain, slot),
    ...(details === "signatures" ? { signatures: records.map(signatureOf) } : {}),
    ...(rewards ? { rewards: [] } : {}),
  };
}

function recordsOf(chain: Chain, slot: number): TransactionRecord[] {
  const [first, end] = chain.history.inSlot(slot);
  const records: TransactionRecord[] = [];
  for (let place = first; place < end; place++) {
    const record = chain.transactionAt(place);
    if (record !== undefined) records.push(record);
  }
  return records;
}

function signatureOf(record: TransactionRecord): string {
  return base58Of(parseTransaction(record.wire).signature);
}
