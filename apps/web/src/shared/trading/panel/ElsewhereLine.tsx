import type { ReactNode } from "react";

/** Says why the wallet shows more tokens than can be traded. Nothing if all are in one account. */
export const ElsewhereLine = ({ units, children }: { units: bigint; children: ReactNode }) =>
  units === 0n ? null : (
    <p className="text-xs text-muted">{children} more are in another account of yours and can't be traded here.</p>
  );
