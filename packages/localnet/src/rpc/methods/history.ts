import { blockTimeOf } from "../../chain/block-time.ts";
import type { Chain } from "../../chain/chain.ts";
import { base58Of, knownKey } from "../../codec/keys.ts";
import type { TransactionRecord } from "../../ledger/record.ts";
import { parseTransaction } from "../../transaction/wire.ts";
import { readSlot, withContext } from "../context.ts";
import type { Method } from "../dispatch.ts";
import { encodeTransaction, readTransactionEncoding } from "../encode-transaction.ts";
import { invalidParams, RPC_CODE, RpcError } from "../errors.ts";
import { type Config, readSignature } from "../params.ts";

const MAX_STATUSES = 256;
const MAX_SIGNATURES = 1000;
const MEMO = knownKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");

/** A configuration whose commitment must be at least confirmed; gives the slot to read at. */
function readHistorySlot(chain: Chain, config: Config): number {
  const commitment = config.commitment();
  if (commitment === "processed") throw invalidParams("Method does not support commitment below `confirmed`");
  return readSlot(chain, config, commitment);
}

/** The single parameter of older clients is the encoding itself. */
function readOptions(value: unknown, config: () => Config): Config {
  return typeof value === "string" ? config().with("encoding", value) : config();
}

/** Statuses, transactions, blocks. */
export function historyMethods(chain: Chain): Record<string, Method> {
  return {
    getSignatureStatuses: (params) => {
      const values = params.atMost(2).list(0);
      if (values.length > MAX_STATUSES) throw invalidParams(`Too many inputs provided; max ${MAX_STATUSES}`);
      const signatures = values.map((value) => readSignature(String(value)));
      const search = params.config(1).boolean("searchTransactionHistory");
      const statuses = signatures.map((signature) => {
        const known = chain.recentStatus(signature) ?? (search ? chain.transaction(signature) : undefined);
        if (known === undefined) return null;
        const { slot, error } = known;
        const status = chain.commitmentOf(slot);
        return {
          slot,
          confirmations: status === "finalized" ? null : chain.slot - slot,
          err: error,
          status: error === null ? { Ok: null } : { Err: error },
          confirmationStatus: status,
        };
      });
      return withContext(chain.slot, statuses);
    },

    getTransaction: (params) => {
      const signature = params.atMost(2).signature(0);
      const config = readOptions(params.at(1), () => params.optionalConfig(1));
      const slot = readHistorySlot(chain, config);
      const encoding = readTransactionEncoding(config);
      const record = chain.transaction(signature);
      if (record === undefined || record.slot > slot) return null;
      return { slot: record.slot, blockTime: record.blockTime, ...encodeTransaction(record, encoding) };
    },

    getSignaturesForAddress: (params) => {
      const key = params.atMost(2).key(0);
      const config = params.config(1);
      const slot = readHistorySlot(chain, config);
      const limit = config.u64("limit") ?? MAX_SIGNATURES;
      if (limit === 0 || limit > MAX_SIGNATURES) throw invalidParams(`Invalid limit; max ${MAX_SIGNATURES}`);
      const bound = (name: string) => {
        const text = config.string(name);
        return text === undefined ? undefined : (chain.history.indexOf(readSignature(text)) ?? -1);
      };
      const before = bound("before") ?? chain.history.count;
      const until = bound("until") ?? -1;
      const found: unknown[] = [];
      for (const place of chain.history.withAddress(key, before)) {
        if (place <= until || found.length === limit) break;
        if ((chain.history.slotAt(place) ?? 0) > slot) continue;
        const record = chain.transactionAt(place);
        if (record !== undefined) found.push(summarize(chain, record));
      }
      return found;
    },

    getBlock: (params) => {
      const wanted = params.atMost(2).u64(0);
      const config = readOptions(params.at(1), () => params.optionalConfig(1));
      const slot = readHistorySlot(chain, config);
      return encodeBlock(chain, requireBlock(wanted, slot), config);
    },

    getBlockTime: (params) => {
      const wanted = params.atMost(1).u64(0);
      return blockTimeOf(chain, requireBlock(wanted, chain.slot));
    },

    getBlocks: (params) => {
      const first = params.atMost(3).u64(0);
      const config = typeof params.at(1) === "number" ? params.config(2) : params.optionalConfig(1);
      const last = Math.min(
        typeof params.at(1) === "number" ? params.u64(1) : Number.MAX_SAFE_INTEGER,
        readHistorySlot(chain, config),
      );
      if (last - first > 500_000) throw invalidParams("Slot range too large; max 500000");
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
    },
  };
}

function requireBlock(wanted: number, newest: number): number {
  if (wanted <= newest) return wanted;
  throw new RpcError(RPC_CODE.blockNotAvailable, `Block not available for slot ${wanted}`);
}

function memoOf(record: TransactionRecord): string | null {
  const tx = parseTransaction(record.wire);
  const memos = tx.instructions
    .filter(({ programIdIndex }) => tx.staticKeys[programIdIndex] === MEMO)
    .map(({ data }) => `[${data.length}] ${data.toString("utf8")}`);
  return memos.length === 0 ? null : memos.join("; ");
}

function summarize(chain: Chain, record: TransactionRecord) {
  return {
    signature: base58Of(parseTransaction(record.wire).signature),
    slot: record.slot,
    err: record.error,
    memo: memoOf(record),
    blockTime: record.blockTime,
    confirmationStatus: chain.commitmentOf(record.slot),
  };
}

function encodeBlock(chain: Chain, slot: number, config: Config): unknown {
  const details = config.choice("transactionDetails", ["full", "signatures", "none"]) ?? "full";
  const encoding = readTransactionEncoding(config);
  const [first, end] = chain.history.inSlot(slot);
  const records: TransactionRecord[] = [];
  for (let place = first; place < end && details !== "none"; place++) {
    const record = chain.transactionAt(place);
    if (record !== undefined) records.push(record);
  }
  const signatures = () => records.map((record) => base58Of(parseTransaction(record.wire).signature));
  return {
    blockhash: base58Of(chain.clock.hashAt(slot)),
    previousBlockhash: base58Of(chain.clock.hashAt(Math.max(0, slot - 1))),
    parentSlot: Math.max(0, slot - 1),
    blockHeight: slot,
    blockTime: blockTimeOf(chain, slot),
    ...(details === "full" ? { transactions: records.map((record) => encodeTransaction(record, encoding)) } : {}),
    ...(details === "signatures" ? { signatures: signatures() } : {}),
    ...(config.at("rewards") === false ? {} : { rewards: [] }),
  };
}
