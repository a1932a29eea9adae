import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ApiError, routes } from "@tribe/contract";
import { texts } from "@tribe/domain";
import { useEffect, useRef, useState } from "react";
import { api } from "../../shared/api.ts";
import type { DialogToken, TradeDirection } from "../../shared/dialogs/names.ts";
import { joinWords } from "../../shared/errors.ts";
import { keys } from "../../shared/keys.ts";
import { readHolding } from "../../shared/queries/chain.ts";
import { configQuery } from "../../shared/queries/config.ts";
import { localUserQuery } from "../../shared/queries/local-user.ts";
import { tokenQuery } from "../../shared/queries/token.ts";
import { toast } from "../../shared/toast.ts";

const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** The indexer may be a moment behind the chain: a join that misses by that is tried again. */
const joinPauses = [400, 800, 1_600, 3_000];

/**
 * What follows a confirmed trade: what it changed is asked anew, and a buy that reaches the threshold joins the chat
 * and opens it. A Chief's own buy does not, nor does that of somebody who sits in it already.
 */
export const useAfterTrade = (token: DialogToken, direction: TradeDirection, onJoined: () => void) => {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [step, setStep] = useState<"idle" | "joining">("idle");
  const started = useRef(false);
  const { mint } = token;

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const join = async () => {
      for (const key of ["balance", "holding", "history", "subscribers", "myChats"])
        void cache.invalidateQueries({ queryKey: [key] });
      const profile = await cache.fetchQuery({ ...tokenQuery(mint), staleTime: 0 });
      if (direction !== "buy" || profile.subscribeState === "chief" || profile.subscribeState === "banned") return;
      if (profile.subscribeState === "active") return;
      const [config, user] = await Promise.all([
        cache.ensureQueryData(configQuery),
        cache.ensureQueryData(localUserQuery),
      ]);
      if (!user.address) return;
      const old = await readHolding(config.rpcUrl, user.address, mint);
      const { newMint, conversionRate: rate } = profile;
      // After the migration both count, the new ones at the conversion rate.
      const held = newMint && rate ? old + (await readHolding(config.rpcUrl, user.address, newMint)) / rate : old;
      if (held < profile.tradeInfo.entryThresholdTokensForCompare) return;
      setStep("joining");
      await joinWhenIndexed();
      await cache.invalidateQueries({ queryKey: keys.token(mint) });
      void cache.invalidateQueries({ queryKey: keys.myChats() });
      toast.success(texts.transactionConfirmed);
      onJoined();
      await navigate({ to: "/chat/$mint", params: { mint } });
    };
    const joinWhenIndexed = async (): Promise<void> => {
      for (const pause of joinPauses) {
        try {
          await api(routes.chat.join, { body: { mint } });
          return;
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== "threshold_missed") throw error;
          await wait(pause);
        }
      }
      await api(routes.chat.join, { body: { mint } });
    };
    join().catch((error) => {
      setStep("idle");
      toast.error(joinWords(error).title);
    });
  }, [cache, direction, mint, navigate, onJoined]);
  return step;
};
