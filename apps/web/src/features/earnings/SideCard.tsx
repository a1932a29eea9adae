import type { ReactNode } from "react";
import { Sol } from "../../shared/components/Sol.tsx";
import { Worth } from "../../shared/fiat/Worth.tsx";
import type { EarningsSide } from "./queries.ts";

/** One side's earnings: the total, the paid-out part, and the part that waits on chain. */
export const SideCard = ({
  id,
  title,
  side,
  note,
  children,
}: {
  id: string;
  title: string;
  side: EarningsSide;
  note: string;
  /** The actions for it. */
  children?: ReactNode;
}) => (
  <section aria-labelledby={id} className="flex flex-col gap-3 rounded-card border border-line p-4">
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <h2 id={id} className="text-sm font-medium">
        {title}
      </h2>
      <p className="text-xs text-muted">{side.trades === 1 ? "1 trade" : `${side.trades} trades`}</p>
    </div>
    <p className="font-display text-xl font-bold">
      <Sol lamports={side.earned} className="whitespace-normal!" />
      <Worth lamports={side.earned} className="block font-sans text-sm" />
    </p>
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8em,100%),1fr))] gap-3 text-sm">
      <div>
        <dt className="text-muted">Paid</dt>
        <dd>
          <Sol lamports={side.paid} />
        </dd>
      </div>
      <div>
        <dt className="text-muted">Not paid yet</dt>
        <dd>
          <Sol lamports={side.accrued} /> <Worth lamports={side.accrued} />
        </dd>
      </div>
    </dl>
    <p className="text-xs text-muted text-pretty">{note}</p>
    {children}
  </section>
);
