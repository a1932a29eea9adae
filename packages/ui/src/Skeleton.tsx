import type { ReactNode } from "react";
import { classes } from "./classes.ts";

/** A grey placeholder. Hidden from screen readers: the region around it says "Loading". */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={classes("block animate-pulse rounded-control bg-raised", className)} />
);

/** Wraps skeletons so that a screen reader says once that something is loading. */
export const Loading = ({ label, children }: { label: string; children: ReactNode }) => (
  <div role="status" aria-label={label}>
    {children}
  </div>
);
