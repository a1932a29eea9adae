import { lazy } from "react";
import { part } from "../../shared/navigation/part.ts";

/** Loaded when it is first shown. */
export const CurvePanel = lazy(part(() => import("./CurvePanel.tsx").then((m) => ({ default: m.CurvePanel }))));
