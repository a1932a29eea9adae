import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { routes } from "@tribe/contract";
import { amountsOf, neededFormat, typedFormat } from "@tribe/domain/money";
import { isolated } from "@tribe/domain/people";
import { Button, ErrorPanel, Loading, Skeleton } from "@tribe/ui";
import { api } from "../../shared/api/api.ts";
import { joinWords, shownWithCode } from "../../shared/api/errors.ts";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import { useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { openEntry } from "../../shared/flow/openers.ts";
import { useHolding, useSeatHolding } from "../../shared/queries/chain.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { refreshTakenSeat, useToken } from "../../shared/queries/token.ts";
import { SeatMoment } from "../moments/index.ts";

/** Takes a seat in a Tribe, or says what is missing for one. */
export const JoinChatDialog = ({ token: { mint, name, pfp }, token }: DialogPropsByName["joinChat"]) => {
  const close = useCloseThisDialog();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const user = useLocalUser();
  const profile = useToken(mint);
  const holding = useHolding(user?.address ?? null, mint);
  const seatHolding = useSeatHolding(user?.address ?? null, profile.data ?? null);
  const join = useMutation({
    mutationFn: () => api(routes.chat.join, { body: { mint } }),
    onMutate: () => profile.data?.subscribeState === "expired",
    onSuccess: async () => {
      await refreshTakenSeat(cache, mint);
      // Beneath this dialog, which says so.
      void navigate({ to: "/chat/$mint", params: { mint } });
    },
  });
  const threshold = profile.data?.tradeInfo.entryThresholdTokens ?? 0n;
  const held = seatHolding ?? 0n;
  const written = amountsOf(profile.data ?? { newMint: null, conversionRate: null, symbol: token.symbol });
  const isInside = profile.data?.subscribeState === "chief" || profile.data?.subscribeState === "active";
  const isEnough = held >= (profile.data?.tradeInfo.entryThresholdTokensForCompare ?? 0n);
  const buy = () => {
    close();
    openEntry(token);
  };
  const error = profile.error ?? holding.error;
  return (
    <DialogFrame title={`Join ${isolated(name)}`} busy={join.isPending}>
      {join.isSuccess ? (
        <SeatMoment mint={mint} isBack={join.context ?? false} />
      ) : join.error ? (
        <ErrorPanel {...shownWithCode(joinWords(join.error))} onAction={() => join.reset()} />
      ) : error ? (
        <QueryError error={error} onRetry={() => void Promise.all([profile.refetch(), holding.refetch()])} />
      ) : !profile.data || seatHolding === null ? (
        <Loading label="Loading">
          <Skeleton className="h-32" />
        </Loading>
      ) : (
        <div className="flex flex-col gap-4">
          <div className="flex items-center gap-3">
            <PersonAvatar seed={mint} src={pfp} name="" size={48} shape="token" />
            <dl className="flex-1 text-sm">
              <div className="flex justify-between gap-4">
                <dt className="text-muted">To enter</dt>
                <dd className="tabular-nums">{written.named(threshold, neededFormat)}</dd>
              </div>
              <div className="flex justify-between gap-4">
                <dt className="text-muted">You hold</dt>
                <dd className="tabular-nums">{written.named(held, typedFormat)}</dd>
              </div>
            </dl>
          </div>
          {isEnough || isInside ? (
            <Button variant="primary" busy={join.isPending} onClick={() => join.mutate()}>
              Join chat
            </Button>
          ) : (
            <>
              <p className="text-sm text-muted">You need more tokens to enter this chat.</p>
              <Button variant="primary" onClick={buy}>
                Buy min. to enter chat
              </Button>
            </>
          )}
        </div>
      )}
    </DialogFrame>
  );
};
