import { lazy } from "react";
import { part } from "../../shared/navigation/part.ts";

/** Comes with the first look at it. */
export const PoolPanel = lazy(part(() => import("./PoolPanel.tsx").then((m) => ({ default: m.PoolPanel }))));
