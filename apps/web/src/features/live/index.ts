import { lazy } from "react";
import { part } from "../../shared/navigation/part.ts";

/** The stage of the live session that this page has joined; it replaces the seats. */
export const LiveStage = lazy(part(() => import("./stage/LiveStage.tsx").then((m) => ({ default: m.LiveStage }))));
/** The bar to join a live session. */
export const LiveBar = lazy(part(() => import("./LiveBar.tsx").then((m) => ({ default: m.LiveBar }))));
/** Shown on all other pages while this page is in a live session. */
export const LiveElsewhere = lazy(
  part(() => import("./LiveElsewhere.tsx").then((m) => ({ default: m.LiveElsewhere }))),
);
export const LiveInvitation = lazy(
  part(() => import("./LiveInvitation.tsx").then((m) => ({ default: m.LiveInvitation }))),
);
