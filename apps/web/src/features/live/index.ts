import { lazy } from "react";
import { part } from "../../shared/navigation/part.ts";

/** The stage of the live that this page is in, in place of the seats. */
export const LiveStage = lazy(part(() => import("./stage/LiveStage.tsx").then((m) => ({ default: m.LiveStage }))));
/** The join card of a live that this page has not joined. */
export const LiveBar = lazy(part(() => import("./LiveBar.tsx").then((m) => ({ default: m.LiveBar }))));
/** On all other pages while this one is in a live. */
export const LiveElsewhere = lazy(
  part(() => import("./LiveElsewhere.tsx").then((m) => ({ default: m.LiveElsewhere }))),
);
export const LiveInvitation = lazy(
  part(() => import("./LiveInvitation.tsx").then((m) => ({ default: m.LiveInvitation }))),
);
