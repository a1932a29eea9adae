import { lazy } from "react";
import { part } from "../../shared/navigation/part.ts";

/** Comes with the first look at it. */
export const CurvePanel = lazy(part(() => import("./CurvePanel.tsx").then((m) => ({ default: m.CurvePanel }))));
