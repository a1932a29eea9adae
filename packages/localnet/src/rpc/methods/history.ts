import type { Chain } from "../../chain/chain.ts";
import { base58Of, type Key, knownKey, type Sig } from "../../codec/keys.ts";
import type { TransactionHead } from "../../ledger/record.ts";
import { parseTransaction, type WireTransaction } from "../../transaction/wire.ts";
import { readHistorySlot, readSlot, withContext } from "../context.ts";
import type { Method } from "../dispatch.ts";
import { encodeTransaction, readTransactionEncoding } from "../encode-transaction.ts";
import { invalidParams } from "../errors.ts";
import { Config, readSignature } from "../params.ts";
import { missingField } from "../rust-values.ts";

const MAX_STATUSES = 256;
const MAX_SIGNATURES = 1000;
const MEMOS: ReadonlySet<Key | undefined> = new Set([
  knownKey("Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo"),
  knownKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"),
]);

/** Statuses, transactions, and the signatures of an address. */
export function historyMethods(chain: Chain): Record<string, Method> {
  const statusOf = (signature: Sig, search: boolean) => {
    const known = chain.recentStatus(signature) ?? (search ? chain.transaction(signature) : undefined);
    if (known === undefined) return null;
    const { slot, error } = known;
    const commitment = chain.commitmentOf(slot);
    return {
      slot,
      confirmations: commitment === "finalized" ? null : chain.slot - slot,
      err: error,
      status: error === null ? { Ok: null } : { Err: error },
      confirmationStatus: commitment,
    };
  };

  return {
    getSignatureStatuses: (params) => {
      const texts = params.between(1, 2).strings(0);
      const search = params.config(1, "struct RpcSignatureStatusConfig").flag("searchTransactionHistory");
      if (params.has(1) && search === undefined) throw missingField("searchTransactionHistory");
      if (texts.length > MAX_STATUSES) throw invalidParams(`Too many inputs provided; max ${MAX_STATUSES}`);
      const statuses = texts.map(readSignature).map((signature) => statusOf(signature, search ?? false));
      return withContext(chain.slot, statuses);
    },

    getTransaction: (params) => {
      const signature = params.between(1, 2).signature(0);
      const { encoding, config } = params.eitherOf(1, "RpcEncodingConfigWrapper", (value, read) => {
        const given = typeof value === "string" ? new Config({ encoding: value }) : read();
        return { encoding: readTransactionEncoding(given), config: given };
      });
      const slot = readHistorySlot(chain, config);
      const record = chain.transaction(signature);
      if (record === undefined || record.slot > slot) return null;
      return { slot: record.slot, blockTime: record.blockTime, ...encodeTransaction(record, encoding) };
    },

    getSignaturesForAddress: (params) => {
      const key = params.between(1, 2).key(0);
      const config = params.config(1, "struct RpcSignaturesForAddressConfig");
      const [before, until] = [config.signature("before"), config.signature("until")];
      const limit = config.u64("limit", "usize") ?? MAX_SIGNATURES;
      if (limit === 0 || limit > MAX_SIGNATURES) throw invalidParams(`Invalid limit; max ${MAX_SIGNATURES}`);
      readHistorySlot(chain, config);
      const slot = readSlot(chain, config);
      // After an unknown signature the list is empty; until an unknown one it is complete.
      const from = before === undefined ? chain.history.count : (chain.history.indexOf(before) ?? 0);
      const last = until === undefined ? -1 : (chain.history.indexOf(until) ?? -1);
      const found: unknown[] = [];
      for (const place of chain.history.withAddress(key, from)) {
        if (place <= last || found.length === limit) break;
        if ((chain.history.slotAt(place) ?? 0) > slot) continue;
        const head = chain.headAt(place);
        if (head !== undefined) found.push(summarize(chain, head));
      }
      return found;
    },
  };
}

function memoOf(tx: WireTransaction): string | null {
  const memos = tx.instructions
    .filter(({ programIdIndex }) => MEMOS.has(tx.staticKeys[programIdIndex]))
    .map(({ data }) => `[${data.length}] ${data.toString("utf8")}`);
  return memos.length === 0 ? null : memos.join("; ");
}

function summarize(chain: Chain, { slot, blockTime, wire, error }: TransactionHead) {
  const tx = parseTransaction(wire);
  return {
    signature: base58Of(tx.signature),
    slot,
    err: error,
    memo: memoOf(tx),
    blockTime,
    confirmationStatus: chain.commitmentOf(slot),
  };
}
