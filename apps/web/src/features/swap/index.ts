import { lazy } from "react";

/** Comes with the first look at it. */
export const PoolPanel = lazy(() => import("./PoolPanel.tsx").then((m) => ({ default: m.PoolPanel })));
