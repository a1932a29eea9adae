import {
  assembleTransaction,
  fromBase64,
  signersOf,
  toBase64,
  toSignature,
  verifySignature,
} from "@tribe/chain/transactions";
import {
  type Address,
  type Base64,
  type Lamports,
  type Pause,
  type TransactionSignature,
  untilAnswered,
} from "@tribe/contract";
import { apiFailure, type FailureWords, stepFailure } from "@tribe/domain/words";
import type { PreparedTransaction, PrepareTransaction } from "../../../shared/dialogs/names.ts";
import { isAccountNotClosed } from "../outcome/account-not-closed.ts";
import type { Explain } from "../outcome/explain.ts";
import { thrownFailure } from "../outcome/thrown-failure.ts";
import { unreachedFailure } from "../outcome/unreached-failure.ts";
import type { ChainError, ChainLink } from "./chain-link.ts";
import type { Preparation, Preparer, StoreResult, StoreSigned } from "./delivery.ts";

export interface BrowserPreparerOptions {
  readonly prepareTransaction: PrepareTransaction;
  /** Whether transactions with a callback ticket are accepted. */
  readonly hasConfirmCallback: boolean;
  /** Lamports that the wallet must hold for it, fees included; null when only the fee counts. */
  readonly lamportsRequired: Lamports | null;
  readonly wallet: Address | null;
  readonly chain: ChainLink;
  readonly explain: Explain;
  readonly store: StoreSigned;
  /** Waits between retries of unanswered calls; the browser's own timer except in tests. */
  readonly pause?: Pause;
}

/** The largest packet that a node accepts, bytes. */
const maxWireBytes = 1_232;
const noSignature = toSignature(new Uint8Array(64));

const failed = (failure: FailureWords) => ({ kind: "failed", failure }) as const;

/** The wire form with a place-holder for each signature, for a simulation that checks none. */
const unsignedWire = (message: Uint8Array): Base64 =>
  toBase64(
    assembleTransaction(message, Object.fromEntries(signersOf(message).map((address) => [address, noSignature]))),
  );

/**
 * Prepares a transaction that the dialog's caller built, here or on the server: simulates and prices it before a person sees it,
 * and stores it before it is sent or given to the server.
 */
export const browserPreparer = (options: BrowserPreparerOptions): Preparer<PreparedTransaction> => {
  const { chain, explain, wallet, pause } = options;

  const simulate = async (prepared: PreparedTransaction): Promise<Preparation<PreparedTransaction>> => {
    let wire: Base64;
    try {
      wire = unsignedWire(fromBase64(prepared.message));
    } catch {
      return failed(stepFailure("serialize_failed"));
    }
    let simulation: ChainError;
    try {
      simulation = await untilAnswered(() => chain.simulate(wire), pause);
    } catch (error) {
      return failed(unreachedFailure(error));
    }
    if (explain.isStale(simulation)) return { kind: "stale" };
    if (simulation.error !== null) {
      const failure = explain.refusal(simulation, wire);
      // Nothing was signed yet: it is prepared again, without the closing.
      return isAccountNotClosed(failure) ? { kind: "stale" } : failed(failure);
    }
    const [fee, balance] = await Promise.all([
      chain.baseFee(prepared.message).catch(() => null),
      chain.balance().catch(() => null),
    ]);
    if (fee === null) return { kind: "feeUnknown" };
    if (balance === null) return { kind: "balanceUnknown" };
    const { lamportsRequired } = options;
    const required = lamportsRequired !== null && lamportsRequired > fee ? lamportsRequired : fee;
    return balance < required ? failed(apiFailure("insufficient_sol")) : { kind: "prepared", prepared };
  };

  return {
    prepare: async (_attempt, because) => {
      const keepsAccount = because !== null && isAccountNotClosed(because);
      if (!wallet) return failed(stepFailure("wallet_not_found"));
      try {
        const prepared = await untilAnswered(() => options.prepareTransaction({ keepsAccount }), pause);
        if (!prepared || prepared.message === "") return failed(stepFailure("transaction_not_found"));
        if (prepared.callbackTicket && !options.hasConfirmCallback) return failed(stepFailure("callback_missing"));
        return { kind: "prepared", prepared };
      } catch (error) {
        return failed(thrownFailure(error, stepFailure("prepare_failed")));
      }
    },
    simulate,
    store: (prepared, signature) => storeSigned(prepared, signature, options),
  };
};

const storeSigned = async (
  { message: text, lastValidBlockHeight, callbackTicket: ticket }: PreparedTransaction,
  signature: TransactionSignature,
  { wallet, store }: BrowserPreparerOptions,
): Promise<StoreResult> => {
  if (!wallet) return failed(stepFailure("wallet_not_found"));
  if (!signature || signature === noSignature) return failed(stepFailure("no_signature"));
  const message = fromBase64(text);
  if (!(await verifySignature(message, signature, wallet))) return failed(stepFailure("verify_signatures_failed"));
  // The server has the others' signatures, or adds its own.
  if (ticket) return store({ signature, via: { kind: "callback", ticket, message: text } });
  try {
    const wire = assembleTransaction(message, { [wallet]: signature });
    if (wire.length > maxWireBytes) return failed(stepFailure("serialize_failed"));
    return await store({ signature, via: { kind: "direct", wire: toBase64(wire), lastValidBlockHeight } });
  } catch {
    return failed(stepFailure("serialize_failed"));
  }
};
