import { Button } from "@tribe/ui";
import { useMemo, useState } from "react";
import type { AirdropEntry } from "./airdrop-queries.ts";
import { showUnits } from "./token-amounts.ts";

const shownAtFirst = 5;
/** The most lines that are rendered: more would slow the page down. */
const shownAtMost = 500;

const byAmount = (one: AirdropEntry, other: AirdropEntry): number =>
  one.airdropAmount > other.airdropAmount ? -1 : one.airdropAmount < other.airdropAmount ? 1 : 0;

/** The recipients, the largest share first. */
export const SnapshotList = ({
  entries,
  decimals,
  title = null,
}: {
  entries: readonly AirdropEntry[];
  decimals: number;
  /** What the recipients have in common, shown before their number. */
  title?: string | null;
}) => {
  const [isLong, setIsLong] = useState(false);
  const paid = useMemo(() => entries.filter(({ airdropAmount }) => airdropAmount > 0n).sort(byAmount), [entries]);
  const shown = paid.slice(0, isLong ? shownAtMost : shownAtFirst);
  return (
    <section aria-labelledby="airdrop-recipients" className="flex flex-col gap-1 border-t border-line pt-4">
      <p id="airdrop-recipients" className="text-sm font-semibold">
        {title === null ? "" : `${title}: `}
        {paid.length.toLocaleString("en")} {paid.length === 1 ? "recipient" : "recipients"}
      </p>
      <ol className="flex max-h-64 flex-col overflow-y-auto text-sm">
        {shown.map(({ address, airdropAmount, isMember }) => (
          <li key={address} className="flex min-h-9 items-center justify-between gap-3">
            <span className="min-w-0 truncate font-mono text-xs" title={address}>
              {address.slice(0, 8)}…{address.slice(-8)}
              {isMember ? <span className="pl-2 font-sans text-muted">member</span> : null}
            </span>
            <span className="shrink-0 tabular-nums">{showUnits(airdropAmount, decimals)}</span>
          </li>
        ))}
      </ol>
      {paid.length > shown.length ? (
        isLong ? (
          <p className="text-xs text-muted">The {shownAtMost} largest are shown.</p>
        ) : (
          <Button variant="ghost" small className="self-center" onClick={() => setIsLong(true)}>
            Show all {paid.length.toLocaleString("en")}
          </Button>
        )
      ) : null}
    </section>
  );
};
