import { fromBase64, toBase64, withoutSignatures } from "@tribe/chain/transactions";
import { milliseconds } from "@tribe/contract";
import { stepFailure } from "@tribe/domain/words";
import type { OpenTransaction } from "../../../shared/transactions/open-transactions.ts";
import { isAccountNotClosed } from "../outcome/account-not-closed.ts";
import type { Explain } from "../outcome/explain.ts";
import { sendRefusal } from "../outcome/send-refusal.ts";
import type { ChainLink } from "./chain-link.ts";
import type { ConfirmationTracker, StatusCheck, SubmitResult } from "./delivery.ts";

/**
 * A node may know a failure before its logs, or an answer is lost: the number of attempts before the failure is shown without
 * logs.
 */
const maxLogReadings = 5;

export interface DirectTrackerOptions {
  readonly chain: ChainLink;
  readonly explain: Explain;
  readonly forget: (id: string) => void;
}

/**
 * A transaction that this browser sends itself. It is sent repeatedly until its result; it failed only if it has an error on
 * chain, or if the finalized block height has passed its last valid one and a search with history finds nothing.
 */
export const directTracker = ({ chain, explain, forget }: DirectTrackerOptions): ConfirmationTracker => {
  /** Whether a node has accepted it at least once. */
  let wasAccepted = false;
  let refusedBy: unknown = null;
  let logReadings = 0;

  /**
   * Before anybody else has it: a failure then costs no fee, and an expired one can still be prepared again. Simulated without
   * its signatures, so that the node can't send it; the wallet's own was checked when it was stored.
   */
  const refusal = async (wire: Direct["wire"]): Promise<SubmitResult | null> => {
    const simulation = await chain.simulate(toBase64(withoutSignatures(fromBase64(wire)))).catch(() => null);
    if (!simulation || simulation.error === null) return null;
    if (explain.isStale(simulation)) return { kind: "dead" };
    if (explain.isSent(simulation)) return null;
    const failure = explain.refusal(simulation, wire);
    return isAccountNotClosed(failure) ? { kind: "dead", failure } : { kind: "failed", failure };
  };

  const afterHeight = async (open: OpenTransaction, via: Direct): Promise<StatusCheck> => {
    const final = await chain.finalized();
    if (final.blockHeight <= via.lastValidBlockHeight) return { kind: "open" };
    // Only a landing before that height counts now. A node that is behind the one that reported the height may not know it yet.
    const found = await chain.status(open.signature, true);
    if (found.status?.isCertain) return ended(open, via, found.status.error);
    if (found.status || found.slot < final.slot) return { kind: "open" };
    return { kind: "failed", failure: wasAccepted ? stepFailure("busy_network") : sendRefusal(refusedBy) };
  };

  const ended = async ({ signature }: OpenTransaction, { wire }: Direct, error: unknown): Promise<StatusCheck> => {
    if (error === null) return { kind: "landed" };
    const explained = explain.onChain({ error, logs: null }, wire);
    if (isAccountNotClosed(explained.words)) return { kind: "failed", failure: explained.words, canRetry: true };
    if (!explained.needsLogs) return { kind: "failed", failure: explained.words };
    const logs = await chain.logs(signature).catch(() => null);
    logReadings += 1;
    if (logs === null && logReadings < maxLogReadings) return { kind: "open" };
    return { kind: "failed", failure: explain.onChain({ error, logs }, wire).words };
  };

  return {
    pollEvery: () => milliseconds.tradePoll,
    resends: () => true,
    send: async ({ via }, isFresh) => {
      if (via.kind !== "direct") return { kind: "unclear" };
      const refused = isFresh ? await refusal(via.wire) : null;
      if (refused) return refused;
      try {
        await chain.send(via.wire);
        wasAccepted = true;
        return { kind: "accepted" };
      } catch (error) {
        // The answer may be lost, or the node may lag: polling finds the result.
        refusedBy = error;
        return { kind: "unclear" };
      }
    },
    checkStatus: async (open) => {
      if (open.via.kind !== "direct") return { kind: "open" };
      try {
        const { status } = await chain.status(open.signature, false);
        if (status?.isCertain) return await ended(open, open.via, status.error);
        return await afterHeight(open, open.via);
      } catch {
        return { kind: "open" };
      }
    },
    listen: () => () => undefined,
    forget: ({ id }) => forget(id),
  };
};

type Direct = Extract<OpenTransaction["via"], { kind: "direct" }>;
