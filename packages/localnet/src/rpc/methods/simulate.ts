import type { ChainAccount } from "../../chain/accounts/account.ts";
import { lamportsOf, tokenBalancesOf } from "../../chain/accounts/balances.ts";
import type { Chain, Commitment } from "../../chain/chain.ts";
import type { SimulationOutcome } from "../../chain/engine.ts";
import { FEE_ONLY } from "../../chain/execute.ts";
import { loadedAccountsDataSize } from "../../chain/loaded-size.ts";
import { MAX_BLOCKHASH_AGE, MAX_SIMULATED_AGE } from "../../chain/slot-clock.ts";
import { jsonInteger } from "../../codec/json.ts";
import { base58Of, type Key } from "../../codec/keys.ts";
import { describeError, type TransactionError } from "../../transaction/errors.ts";
import { feeOf } from "../../transaction/fee.ts";
import type { ResolvedKeys } from "../../transaction/lookup.ts";
import type { WireTransaction } from "../../transaction/wire.ts";
import { readSlot, withContext } from "../context.ts";
import type { Method } from "../dispatch.ts";
import { type AccountEncoding, encodeAccount } from "../encode-account.ts";
import { encodeInner, encodeReturnData, encodeTokenBalance } from "../encode-transaction.ts";
import { invalidParams, RPC_CODE, RpcError } from "../errors.ts";
import { type Config, readKey } from "../params.ts";
import { readTransaction, readTransactionEncodingWord } from "../read-transaction.ts";
import { missingField } from "../rust-values.ts";

const ENCODINGS = ["binary", "base58", "base64", "jsonParsed", "base64+zstd"] as const;

/** A simulation and the data for its answer; `outcome` is empty after an error before a fee was charged. */
interface Simulation {
  readonly slot: number;
  readonly tx: WireTransaction;
  readonly resolved: ResolvedKeys;
  readonly error: TransactionError | null;
  readonly outcome: SimulationOutcome | undefined;
}

/** `simulateTransaction`. */
export function simulateMethods(chain: Chain): Record<string, Method> {
  return {
    simulateTransaction: (params) => {
      const config = params.between(1, 2).config(1, "struct RpcSimulateTransactionConfig");
      const [verify, replace] = [config.boolean("sigVerify"), config.boolean("replaceRecentBlockhash")];
      const inner = config.boolean("innerInstructions");
      const wanted = readWantedAccounts(config);
      const tx = readTransaction(params.string(0), readTransactionEncodingWord(config));
      const slot = readSlot(chain, config);
      if (verify && replace) throw invalidParams("sigVerify may not be used with replaceRecentBlockhash");
      const simulation = run(chain, tx, { slot, verify, replace });
      const lastValidBlockHeight = slot + MAX_BLOCKHASH_AGE;
      return withContext(slot, {
        ...describe(chain, simulation),
        ...balancesAround(chain, simulation),
        accounts: wanted === undefined ? null : encodeWanted(chain, simulation, wanted),
        innerInstructions: inner ? innerOf(simulation) : null,
        loadedAddresses: {
          writable: simulation.resolved.loadedWritable.map(base58Of),
          readonly: simulation.resolved.loadedReadonly.map(base58Of),
        },
        replacementBlockhash: replace ? { blockhash: base58Of(chain.clock.hashAt(slot)), lastValidBlockHeight } : null,
      });
    },
  };
}

/**
 * Refuses a transaction that would fail, as `sendTransaction` does before it sends.
 * @throws RpcError -32002 with the simulation's result, -32016
 */
export function preflight(chain: Chain, tx: WireTransaction, config: Config, commitment: Commitment): void {
  const slot = readSlot(chain, config, commitment);
  const simulation = run(chain, tx, { slot, verify: true, replace: false });
  if (simulation.error === null) return;
  const words = `Transaction simulation failed: ${describeError(simulation.error)}`;
  throw new RpcError(RPC_CODE.preflightFailure, words, {
    ...describe(chain, simulation),
    accounts: null,
    innerInstructions: null,
    loadedAddresses: null,
    postBalances: null,
    postTokenBalances: null,
    preBalances: null,
    preTokenBalances: null,
    replacementBlockhash: null,
  });
}

/** The accounts that a transaction names as of a slot, or -32602 for what is wrong with its lookup tables. */
export function resolveOrRefuse(
  chain: Chain,
  tx: WireTransaction,
  slot: number,
  what = "invalid transaction",
): ResolvedKeys {
  const resolved = chain.resolve(tx, slot);
  if ("error" in resolved) throw invalidParams(`${what}: ${describeError(resolved.error)}`);
  return resolved;
}

function run(
  chain: Chain,
  tx: WireTransaction,
  { slot, verify, replace }: { slot: number; verify: boolean; replace: boolean },
): Simulation {
  const resolved = resolveOrRefuse(chain, tx, slot);
  const age = replace ? null : chain.ageError(tx, slot, MAX_SIMULATED_AGE);
  const outcome = verify || age === null ? chain.simulate(tx, resolved, { verify, slot }) : undefined;
  const error = outcome?.error === "SignatureFailure" ? outcome.error : (age ?? outcome?.error ?? null);
  const charged = age === null && (typeof error !== "string" || FEE_ONLY.has(error));
  return { slot, tx, resolved, error, outcome: charged ? outcome : undefined };
}

/** The fields that a simulation and a failed preflight share. */
function describe(chain: Chain, { slot, tx, resolved, error, outcome }: Simulation) {
  const size = () => loadedAccountsDataSize(resolved.keys, tx.lookups.length, (key) => chain.account(key, slot));
  return {
    err: error,
    fee: outcome === undefined ? null : jsonInteger(feeOf(tx).total),
    loadedAccountsDataSize: outcome === undefined ? 0 : size(),
    logs: outcome?.logs ?? [],
    returnData: outcome === undefined || outcome.returnData === null ? null : encodeReturnData(outcome.returnData),
    unitsConsumed: outcome?.computeUnits ?? 0,
  };
}

function innerOf({ outcome, resolved }: Simulation) {
  return outcome === undefined ? null : encodeInner(outcome.inner, resolved.keys, true);
}

function balancesAround(chain: Chain, { slot, tx, resolved: { keys }, error, outcome }: Simulation) {
  if (error === "SignatureFailure") {
    return { preBalances: null, postBalances: null, preTokenBalances: null, postTokenBalances: null };
  }
  const before = (key: Key) => chain.account(key, slot);
  const after = outcome !== undefined && error === null ? readAfter(chain, outcome, slot) : before;
  const post = lamportsOf(keys, after);
  // A failed transaction changes only its payer, by the fee.
  const fee = outcome !== undefined && error !== null ? feeOf(tx).total : 0n;
  if (post[0] !== undefined) post[0] = post[0] > fee ? post[0] - fee : 0n;
  return {
    preBalances: lamportsOf(keys, before).map(jsonInteger),
    postBalances: post.map(jsonInteger),
    preTokenBalances: tokenBalancesOf(keys, before).map(encodeTokenBalance),
    postTokenBalances: tokenBalancesOf(keys, after).map(encodeTokenBalance),
  };
}

function readAfter(chain: Chain, outcome: SimulationOutcome, slot: number): (key: Key) => ChainAccount | null {
  const after = new Map(outcome.accounts.map(({ key, account }) => [key, account]));
  return (key) => (after.has(key) ? (after.get(key) ?? null) : chain.account(key, slot));
}

interface WantedAccounts {
  readonly encoding: (typeof ENCODINGS)[number];
  readonly addresses: readonly string[];
}

function readWantedAccounts(config: Config): WantedAccounts | undefined {
  const wanted = config.nested("accounts", "struct RpcSimulateTransactionAccountsConfig");
  if (wanted === undefined) return undefined;
  const addresses = wanted.strings("addresses");
  if (addresses === undefined) throw missingField("addresses");
  return { encoding: wanted.choice("encoding", ENCODINGS) ?? "base64", addresses };
}

function encodeWanted(chain: Chain, simulation: Simulation, { encoding, addresses }: WantedAccounts): unknown[] {
  const named = simulation.resolved.keys.length;
  if (encoding === "binary" || encoding === "base58") throw invalidParams("base58 encoding not supported");
  if (addresses.length > named) throw invalidParams(`Too many accounts provided; max ${named}`);
  const { slot, error, outcome } = simulation;
  if (error !== null || outcome === undefined) return addresses.map(() => null);
  const read = readAfter(chain, outcome, slot);
  const how: AccountEncoding = { encoding, slice: undefined };
  return addresses.map((text) => {
    const key = readKey(text);
    const account = read(key);
    return account === null ? null : encodeAccount(account, how, read, key);
  });
}
