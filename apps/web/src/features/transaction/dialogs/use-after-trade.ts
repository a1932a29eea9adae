import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { TransactionSignature } from "@tribe/contract";
import { useEffect, useRef, useState } from "react";
import { joinWords } from "../../../shared/api/errors.ts";
import { dialogs } from "../../../shared/dialogs/dialogs.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { configQuery } from "../../../shared/queries/config.ts";
import { localUserQuery } from "../../../shared/queries/local-user.ts";
import { refreshTakenSeat } from "../../../shared/queries/token.ts";
import type { SeatNow } from "../../../shared/trading/seat/seat-now.ts";
import type { TradeFacts } from "../../../shared/transactions/open-transactions.ts";
import { announceSeat } from "../outcome/end-of-trade.ts";
import { isMissed, joinWhenIndexed } from "../outcome/join-when-indexed.ts";
import { missingWords, readSeatAfterTrade } from "../outcome/read-seat.ts";

/** What is shown of the trader's seat. */
export type AfterTrade =
  | { readonly kind: "looking" }
  | { readonly kind: "joining" }
  /** The buy has brought a seat; `isBack`: one that was lost before. */
  | { readonly kind: "taken"; readonly isBack: boolean }
  /** Nothing was taken: the seat is as before, moved, or given up. */
  | { readonly kind: "now"; readonly seat: SeatNow; readonly groupSize: number }
  /** Too little for a seat: what is missing, with its symbol, in the tokens that are traded now. */
  | { readonly kind: "short"; readonly missing: string }
  /** The seat could not be read, or not be taken. */
  | { readonly kind: "unknown" };

/** What is known of a trade's end: a dialog that is rendered anew, as when a phone is turned, goes on with it. */
interface Known {
  readonly step: AfterTrade;
  /** Whether the seat that it brings was lost before; null until that was read. */
  readonly isBack: boolean | null;
}

/**
 * The step after a confirmed trade: a buy that brings a seat joins and opens the chat, beneath the dialog that says so, except for
 * a Chief, or for somebody who had a seat before. A buy that is not enough says what is missing.
 */
export const useAfterTrade = (trade: TradeFacts, signature: TransactionSignature): AfterTrade => {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [known] = useState(() => cache.getQueryData<Known>(keyOf(signature)) ?? nothingKnown);
  const [step, setStep] = useState(known.step);
  const started = useRef(false);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  useEffect(() => {
    if (started.current || (known.step.kind !== "looking" && known.step.kind !== "joining")) return;
    started.current = true;
    let { isBack } = known;
    const show = (next: AfterTrade): void => {
      cache.setQueryData<Known>(keyOf(signature), { step: next, isBack });
      setStep(next);
    };
    const { mint } = trade.token;
    const follow = async (): Promise<AfterTrade> => {
      const [config, { address: wallet }] = await Promise.all([
        cache.ensureQueryData(configQuery),
        cache.ensureQueryData(localUserQuery),
      ]);
      if (!wallet) return { kind: "unknown" };
      const read = () => readSeatAfterTrade(trade, { rpcUrl: config.rpcUrl, wallet });
      const found = await read();
      const { now, profile } = found;
      if (trade.direction === "sell" || found.seat.kind === "none")
        return { kind: "now", seat: now, groupSize: profile.groupSize };
      const short = shortOf(found);
      if (short) return short;
      if (found.seat.kind === "join") {
        isBack ??= profile.subscribeState === "expired";
        show({ kind: "joining" });
        try {
          await joinWhenIndexed(mint);
        } catch (error) {
          // The threshold may have risen between the check and the join.
          const missed = isMissed(error) ? shortOf(await read()) : null;
          if (missed) return missed;
          throw error;
        }
      }
      await refreshTakenSeat(cache, mint);
      // A person who has closed the dialog is doing something else, and is not navigated anywhere.
      if (isShown.current) await navigate({ to: "/chat/$mint", params: { mint } });
      else if (dialogs.active() === null) announceSeat(mint, profile.groupSize, isBack ?? true).catch(() => undefined);
      return { kind: "taken", isBack: isBack ?? true };
    };
    follow().then(show, (error: unknown) => {
      show({ kind: "unknown" });
      if (trade.direction === "buy") toast.error(joinWords(error).title);
    });
  }, [cache, trade, signature, navigate, known]);
  return step;
};

const keyOf = (signature: TransactionSignature) => ["afterTrade", signature] as const;
const nothingKnown: Known = { step: { kind: "looking" }, isBack: null };

const shortOf = (found: Awaited<ReturnType<typeof readSeatAfterTrade>>): AfterTrade | null => {
  const missing = missingWords(found);
  return missing === null ? null : { kind: "short", missing };
};
