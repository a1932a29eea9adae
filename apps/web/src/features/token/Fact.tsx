import type { ReactNode } from "react";

/** A name and its value in a list of facts. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col">
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="tabular-nums">{children}</dd>
  </div>
);
