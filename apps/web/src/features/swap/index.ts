import { lazy } from "react";
import { part } from "../../shared/navigation/part.ts";

/** Loaded when it is first shown. */
export const PoolPanel = lazy(part(() => import("./PoolPanel.tsx").then((m) => ({ default: m.PoolPanel }))));
