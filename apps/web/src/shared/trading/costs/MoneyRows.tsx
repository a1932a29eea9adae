import type { ReactNode } from "react";

/** The table of a quote: what leaves, what arrives, each fee, the worst case. Changes are announced politely. */
export const MoneyRows = ({ label, children }: { label: string; children: ReactNode }) => (
  <dl aria-label={label} aria-live="polite" className="flex flex-col gap-1 rounded-card bg-raised p-3 text-sm">
    {children}
  </dl>
);

/** One figure with its name; a dash while there is none, so that nothing jumps. */
export const MoneyRow = ({
  name,
  strong = false,
  children,
}: {
  name: string;
  strong?: boolean;
  children: ReactNode;
}) => (
  <div className="flex justify-between gap-4">
    {/* The name wraps first. */}
    <dt className="shrink-[9999] text-muted">{name}</dt>
    {/* A figure keeps its unit beside it, unless both are wider than the row. */}
    <dd
      className={`min-w-0 text-right wrap-anywhere tabular-nums *:whitespace-normal! ${strong ? "font-semibold" : ""}`}
    >
      {children ?? "–"}
    </dd>
  </div>
);
