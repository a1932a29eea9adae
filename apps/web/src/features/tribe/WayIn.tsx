import { computeUnitLimit, rentOfBuy, solRequired, spendOf } from "@tribe/chain/transactions";
import type { TokenProfile } from "@tribe/contract";
import { formatCost, formatExact } from "@tribe/domain/money";
import { hasSocial, suggestedTopUp } from "@tribe/domain/trading";
import { Amount } from "@tribe/ui";
import { Check } from "@tribe/ui/icons";
import type { ReactNode } from "react";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { useBalance, useSeatHolding } from "../../shared/queries/chain.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { useStore } from "../../shared/state/store.ts";
import { assumedMicroLamports } from "../../shared/trading/costs/assumed-priority.ts";
import { slippage } from "../../shared/trading/costs/slippage.ts";
import { seatEntry } from "../../shared/trading/seat/seat-entry.ts";

/** Lamports that a wallet must hold for a seat at this price, with everything that is paid besides. */
const needFor = (price: bigint): bigint =>
  solRequired(
    spendOf({
      tradeLamports: price,
      rentLamports: rentOfBuy(true),
      signatures: 2,
      computeUnitLimit: computeUnitLimit("buy", { makesTokenAccount: true }),
      microLamportsPerUnit: assumedMicroLamports,
    }),
  );

/**
 * What a seat takes of this person, said at the door before anything costs, with what is done already ticked. Nothing once all of it
 * is done, or where no purchase brings a seat.
 */
export const WayIn = ({ token }: { token: TokenProfile }) => {
  const user = useLocalUser() ?? null;
  const { data: balance } = useBalance(user?.address ?? null);
  const holding = useSeatHolding(user?.address ?? null, token) ?? 0n;
  const entry = seatEntry(token, holding, useStore(slippage));
  if (entry.kind !== "buy") return null;
  const need = needFor(entry.lamports);
  const missing = need - (balance ?? 0n);
  const toAdd = suggestedTopUp(missing);
  const steps: readonly { readonly key: string; readonly isDone: boolean; readonly what: ReactNode }[] = [
    { key: "mail", isDone: user !== null, what: "E-mail" },
    { key: "social", isDone: user !== null && hasSocial(user), what: "X or Farcaster" },
    {
      key: "sol",
      isDone: missing <= 0n,
      what:
        missing > 0n ? (
          <>
            <Amount text={formatExact(toAdd)} unit="SOL" /> <Worth lamports={toAdd} rounding="up" />
          </>
        ) : (
          <Amount text={formatCost(need)} unit="SOL" />
        ),
    },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <section aria-labelledby="way-in">
      <h3 id="way-in" className="text-sm font-semibold">
        What it takes
      </h3>
      <ol className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        {steps.map(({ key, isDone, what }, index) => (
          // What SOL is worth comes later than the rest: a line of its own, so that nothing moves.
          <li key={key} className={`flex items-center gap-1.5 whitespace-nowrap ${key === "sol" ? "basis-full" : ""}`}>
            {isDone ? (
              <Check aria-hidden size={16} className="shrink-0 text-up" />
            ) : (
              <span aria-hidden className="tabular-nums">
                {index + 1}
              </span>
            )}
            <span className={isDone ? "line-through" : "text-text"}>{what}</span>
            {isDone ? <span className="sr-only">, done</span> : null}
          </li>
        ))}
      </ol>
    </section>
  );
};
