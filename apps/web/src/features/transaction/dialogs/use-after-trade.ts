import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ApiError, routes, type TransactionSignature } from "@tribe/contract";
import { formatAmount, formatNewTokens, neededFormat } from "@tribe/domain/money";
import { texts } from "@tribe/domain/words";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../shared/api/api.ts";
import { joinWords } from "../../../shared/api/errors.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { configQuery } from "../../../shared/queries/config.ts";
import { localUserQuery } from "../../../shared/queries/local-user.ts";
import { refreshAfter } from "../../../shared/queries/stale.ts";
import type { TradeFacts } from "../../../shared/transactions/open-transactions.ts";
import { readSeatAfterTrade } from "../outcome/read-seat.ts";
import { explorerAction } from "./explorer-action.ts";

const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** The indexer may be a moment behind the chain: a join that fails for that reason is retried. */
const joinPauses = [400, 800, 1_600, 3_000];

/** What is shown of it. */
export type AfterTrade =
  | { readonly kind: "idle" }
  | { readonly kind: "joining" }
  /** Too little for a seat: what is missing, with its symbol, in the tokens that are traded now. */
  | { readonly kind: "short"; readonly missing: string };

const isMissed = (error: unknown): boolean => error instanceof ApiError && error.code === "threshold_missed";

/**
 * The step after a confirmed trade: a buy that brings a seat opens the chat, except for a Chief, or for somebody who had a seat
 * before. A buy that is not enough says what is missing.
 */
export const useAfterTrade = (
  trade: TradeFacts,
  signature: TransactionSignature,
  onEntered: () => void,
): AfterTrade => {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [step, setStep] = useState<AfterTrade>({ kind: "idle" });
  const started = useRef(false);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const { mint } = trade.token;
    const follow = async () => {
      if (trade.direction !== "buy") return;
      const [config, { address: wallet }] = await Promise.all([
        cache.ensureQueryData(configQuery),
        cache.ensureQueryData(localUserQuery),
      ]);
      if (!wallet) return;
      const read = () => readSeatAfterTrade(trade, { rpcUrl: config.rpcUrl, wallet });
      const showMissing = ({ seat, profile }: Awaited<ReturnType<typeof read>>): boolean => {
        if (seat.kind !== "short") return false;
        const { newMint, conversionRate: rate, symbol } = profile;
        const missing =
          newMint && rate
            ? formatNewTokens(seat.missing * rate, neededFormat)
            : formatAmount(seat.missing, neededFormat);
        setStep({ kind: "short", missing: `${missing} ${symbol}` });
        return true;
      };
      const found = await read();
      if (found.seat.kind === "none" || showMissing(found)) return;
      if (found.seat.kind === "join") {
        setStep({ kind: "joining" });
        try {
          await joinWhenIndexed();
        } catch (error) {
          // The threshold may have risen between the check and the join.
          if (isMissed(error) && showMissing(await read())) return;
          throw error;
        }
      }
      await refreshAfter(cache, { kind: "joined", mint });
      // A person who has closed the dialog is doing something else, and is not navigated anywhere.
      if (!isShown.current) return;
      // The link closes the dialog.
      toast.success(texts.transactionConfirmed, { action: explorerAction(config, signature) });
      onEntered();
      await navigate({ to: "/chat/$mint", params: { mint } });
    };
    const joinWhenIndexed = async (): Promise<void> => {
      for (const pause of joinPauses) {
        try {
          await api(routes.chat.join, { body: { mint } });
          return;
        } catch (error) {
          if (!isMissed(error)) throw error;
          await wait(pause);
        }
      }
      await api(routes.chat.join, { body: { mint } });
    };
    follow().catch((error) => {
      setStep({ kind: "idle" });
      toast.error(joinWords(error).title);
    });
  }, [cache, trade, signature, navigate, onEntered]);
  return step;
};
