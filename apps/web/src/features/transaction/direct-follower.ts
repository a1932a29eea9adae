import { fromBase64, toBase64, withoutSignatures } from "@tribe/chain";
import { stepFailure } from "@tribe/domain";
import type { OpenTransaction } from "../../shared/transactions/open-transactions.ts";
import type { ChainLink } from "./chain-link.ts";
import type { Follower, Handover, Look } from "./delivery.ts";
import type { Explain } from "./explain.ts";

export interface DirectFollowerOptions {
  readonly chain: ChainLink;
  readonly explain: Explain;
  readonly forget: (id: string) => void;
}

/**
 * A transaction that this browser sends itself. It is sent again until its end; it failed only by an error on chain, or
 * when the finalized block height has passed its last valid one and a search with history finds nothing.
 */
export const directFollower = ({ chain, explain, forget }: DirectFollowerOptions): Follower => {
  /** A node took it at least once. */
  let wasTaken = false;

  /**
   * Before anybody else has it: what would fail costs no fee, and what is too old can still be made again. Without its
   * signatures, so that whatever a node answers, it can't have sent it; the wallet's own was checked when it was kept.
   */
  const refusal = async (wire: OpenTransactionWire): Promise<Handover | null> => {
    const told = await chain.simulate(toBase64(withoutSignatures(fromBase64(wire)))).catch(() => null);
    if (!told || told.error === null) return null;
    if (explain.isStale(told)) return { kind: "dead" };
    if (explain.isSent(told)) return null;
    return { kind: "failed", failure: explain.refusal(told) };
  };

  const afterHeight = async (open: OpenTransaction, lastValidBlockHeight: number): Promise<Look> => {
    const final = await chain.finalized();
    if (final.blockHeight <= lastValidBlockHeight) return { kind: "open" };
    // Only what landed before counts now. A node that is behind the one that told the height may not know it yet.
    const found = await chain.status(open.signature, true);
    if (found.status?.isCertain) return ended(open, found.status.error);
    if (found.status || found.slot < final.slot) return { kind: "open" };
    return { kind: "failed", failure: stepFailure(wasTaken ? "busy_network" : "congestion") };
  };

  const ended = async (open: OpenTransaction, error: unknown): Promise<Look> => {
    if (error === null) return { kind: "landed" };
    const logs = await chain.logs(open.signature).catch(() => null);
    return { kind: "failed", failure: explain.onChain({ error, logs }) };
  };

  return {
    resends: () => true,
    send: async ({ via }, isFresh) => {
      if (via.kind !== "direct") return { kind: "unclear" };
      const refused = isFresh ? await refusal(via.wire) : null;
      if (refused) return refused;
      try {
        await chain.send(via.wire);
        wasTaken = true;
        return { kind: "taken" };
      } catch {
        // The answer may be lost, or the node behind: watching tells.
        return { kind: "unclear" };
      }
    },
    look: async (open) => {
      if (open.via.kind !== "direct") return { kind: "open" };
      try {
        const { status } = await chain.status(open.signature, false);
        if (status?.isCertain) return await ended(open, status.error);
        return await afterHeight(open, open.via.lastValidBlockHeight);
      } catch {
        return { kind: "open" };
      }
    },
    listen: () => () => undefined,
    forget: ({ id }) => forget(id),
  };
};

type OpenTransactionWire = Extract<OpenTransaction["via"], { kind: "direct" }>["wire"];
