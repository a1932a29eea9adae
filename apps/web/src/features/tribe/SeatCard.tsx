import type { TokenProfile } from "@tribe/contract";
import { Loading, Skeleton } from "@tribe/ui";
import { Ladder } from "@tribe/ui/ladder";
import { lazy, type ReactNode, Suspense } from "react";
import { Cost } from "../../shared/components/Sol.tsx";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { part } from "../../shared/navigation/part.ts";
import { useSeatHolding } from "../../shared/queries/chain.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { useStore } from "../../shared/state/store.ts";
import { slippage } from "../../shared/trading/costs/slippage.ts";
import { RivalLine } from "../../shared/trading/seat/RivalLine.tsx";
import { seatPrice } from "../../shared/trading/seat/seat-entry.ts";
import { seatSentence } from "../../shared/trading/seat/seat-sentence.ts";
import { useAwaitedSeat } from "./use-next-step.ts";

/** A visitor holds nothing. */
const HoldingGain = lazy(
  part(() => import("../../shared/gains/HoldingGain.tsx").then((m) => ({ default: m.HoldingGain }))),
);

/** The person's seat or what one requires, the ladder of all seats, and the present price of a seat. */
export const SeatCard = ({ token, action }: { token: TokenProfile; action: ReactNode }) => {
  const user = useLocalUser();
  const holding = useSeatHolding(user?.address ?? null, token) ?? 0n;
  const price = seatPrice(token, useStore(slippage));
  const { title, detail, rival, ladder } = seatSentence({ token, holding, change: null });
  if (useAwaitedSeat(token).isHolding)
    return (
      <Loading label="Loading your seat">
        <Skeleton className="h-40 rounded-card" />
      </Loading>
    );
  return (
    <section aria-label="Seat" className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-sm font-semibold">{title}</h2>
        {price === null ? null : (
          <p className="flex shrink-0 flex-col items-end text-xs text-muted">
            <span>
              Seat now <Cost lamports={price} className="font-semibold text-text" />
            </span>
            <Worth lamports={price} rounding="up" />
          </p>
        )}
      </div>
      {detail ? <p className="-mt-2 text-sm text-muted">{detail}</p> : null}
      {holding > 0n ? (
        // Its line is kept, so that nothing moves when it comes.
        <Suspense fallback={<div className="-mt-2 min-h-lh text-sm" />}>
          <HoldingGain token={token} className="-mt-2" />
        </Suspense>
      ) : null}
      <RivalLine rival={rival} className="-mt-2 text-sm" />
      <Ladder label={detail ? `${title}. ${detail}` : title} {...ladder} />
      {action ? <div className="flex empty:hidden">{action}</div> : null}
    </section>
  );
};
