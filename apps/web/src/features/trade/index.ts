import { lazy } from "react";

/** Comes with the first look at it. */
export const CurvePanel = lazy(() => import("./CurvePanel.tsx").then((m) => ({ default: m.CurvePanel })));
