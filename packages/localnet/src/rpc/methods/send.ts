import type { Chain } from "../../chain/chain.ts";
import type { Outcome } from "../../chain/engine.ts";
import { MAX_BLOCKHASH_AGE } from "../../chain/slot-clock.ts";
import { jsonInteger } from "../../codec/json.ts";
import { base58Of } from "../../codec/keys.ts";
import { describeError, type TransactionError } from "../../transaction/errors.ts";
import { feeOf } from "../../transaction/fee.ts";
import type { WireTransaction } from "../../transaction/wire.ts";
import { readSlot, withContext } from "../context.ts";
import type { Method } from "../dispatch.ts";
import { encodeAccount, readAccountEncoding } from "../encode-account.ts";
import { encodeInner, encodeReturnData } from "../encode-transaction.ts";
import { invalidParams, RPC_CODE, RpcError } from "../errors.ts";
import { type Config, readKey } from "../params.ts";
import { parseMessage, readTransaction } from "../read-transaction.ts";

const NOTHING_RAN: Outcome = { error: null, logs: [], inner: [], computeUnits: 0, returnData: null };

function readEncoding(config: Config): "base58" | "base64" {
  const encoding = config.choice("encoding", ["base58", "base64", "binary", "json", "jsonParsed"]) ?? "base58";
  if (encoding === "base58" || encoding === "base64") return encoding;
  throw invalidParams(`unsupported encoding: ${encoding}. Supported encodings: base58, base64`);
}

/** Sending, simulating, fees and the faucet. */
export function sendMethods(chain: Chain): Record<string, Method> {
  return {
    sendTransaction: (params) => {
      const config = params.atMost(2).config(1);
      const tx = readTransaction(params.string(0), readEncoding(config));
      const skipPreflight = config.boolean("skipPreflight");
      if (!skipPreflight) {
        readSlot(chain, config, config.choice("preflightCommitment", COMMITMENTS) ?? "finalized");
        preflight(chain, tx);
      }
      // With preflight the signatures have just been verified; without it a node drops what it can't process.
      chain.process(tx, skipPreflight);
      return base58Of(tx.signature);
    },

    simulateTransaction: (params) => {
      const config = params.atMost(2).config(1);
      const tx = readTransaction(params.string(0), readEncoding(config));
      return simulate(chain, tx, config);
    },

    getFeeForMessage: (params) => {
      const message = parseMessage(params.atMost(2).string(0));
      const slot = readSlot(chain, params.config(1));
      const known = chain.clock.slotOf(message.blockhash) !== undefined;
      return withContext(slot, known ? jsonInteger(feeOf(message).total) : null);
    },

    getRecentPrioritizationFees: (params) => {
      const keys = params.has(0) ? params.list(0).map((value) => readKey(String(value))) : [];
      if (keys.length > 128) throw invalidParams("Too many inputs provided; max 128");
      const first = Math.max(0, chain.slot - MAX_BLOCKHASH_AGE + 1);
      return Array.from({ length: chain.slot - first + 1 }, (_, index) => {
        const slot = first + index;
        return { slot, prioritizationFee: jsonInteger(chain.priorityFees.lowestIn(slot, keys)) };
      });
    },

    requestAirdrop: (params) => {
      const to = params.atMost(3).key(0);
      const lamports = params.u64(1);
      const { signature, outcome } = chain.airdrop(to, BigInt(lamports));
      const error = outcome.kind === "refused" ? outcome.error : outcome.transaction.error;
      if (error !== null) throw new RpcError(RPC_CODE.internal, `airdrop request failed: ${describeError(error)}`);
      return base58Of(signature);
    },
  };
}

const COMMITMENTS = ["processed", "confirmed", "finalized"] as const;

function outcomeFields(error: TransactionError | null, outcome: Outcome) {
  return {
    err: error,
    logs: outcome.logs,
    unitsConsumed: outcome.computeUnits,
    returnData: outcome.returnData === null ? null : encodeReturnData(outcome.returnData),
  };
}

function preflight(chain: Chain, tx: WireTransaction): void {
  const age = chain.ageError(tx);
  const outcome = age === null ? chain.simulate(tx, true) : NOTHING_RAN;
  const error = age ?? outcome.error;
  if (error === null) return;
  if (error === "SignatureFailure") {
    throw new RpcError(RPC_CODE.signatureVerification, "Transaction signature verification failure");
  }
  throw new RpcError(RPC_CODE.preflightFailure, `Transaction simulation failed: ${describeError(error)}`, {
    accounts: null,
    innerInstructions: null,
    replacementBlockhash: null,
    ...outcomeFields(error, outcome),
  });
}

function simulate(chain: Chain, tx: WireTransaction, config: Config): unknown {
  const sigVerify = config.boolean("sigVerify");
  const replace = config.boolean("replaceRecentBlockhash");
  const slot = readSlot(chain, config);
  if (sigVerify && replace) throw invalidParams("sigVerify may not be used with replaceRecentBlockhash");
  const wanted = config.nested("accounts");
  const addresses = (wanted?.list("addresses") ?? []).map((value) => readKey(String(value)));
  const encoding = readAccountEncoding(wanted ?? config, "base64");
  const age = replace ? null : chain.ageError(tx);
  const outcome = age === null ? chain.simulate(tx, sigVerify) : { ...NOTHING_RAN, accounts: [] };
  const error = age ?? outcome.error;
  if (error === "SignatureFailure") {
    throw new RpcError(RPC_CODE.signatureVerification, "Transaction signature verification failure");
  }
  const after = new Map(outcome.accounts.map(({ key, account }) => [key, account]));
  const read = (key: (typeof addresses)[number]) => (after.has(key) ? (after.get(key) ?? null) : chain.account(key));
  const accounts = addresses.map((key) => {
    const account = read(key);
    return account === null ? null : encodeAccount(account, encoding, read);
  });
  const resolved = chain.resolve(tx);
  const inner = config.boolean("innerInstructions") && !("error" in resolved);
  const lastValidBlockHeight = chain.slot + MAX_BLOCKHASH_AGE;
  return withContext(slot, {
    ...outcomeFields(error, outcome),
    accounts: wanted === undefined || error !== null ? null : accounts,
    innerInstructions: inner ? encodeInner(outcome.inner, resolved.keys, true) : null,
    replacementBlockhash: replace
      ? { blockhash: base58Of(chain.clock.hashAt(chain.slot)), lastValidBlockHeight }
      : null,
  });
}
