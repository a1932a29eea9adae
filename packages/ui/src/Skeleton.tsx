import type { ReactNode } from "react";
import { classes } from "./classes.ts";

/** A grey shape of what will stand here. Hidden from screen readers: the region around it says "Loading". */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={classes("block animate-pulse rounded-control bg-raised", className)} />
);

/** Wraps skeletons so that a screen reader hears once that something loads. */
export const Loading = ({ label, children }: { label: string; children: ReactNode }) => (
  <div role="status" aria-label={label}>
    {children}
  </div>
);
