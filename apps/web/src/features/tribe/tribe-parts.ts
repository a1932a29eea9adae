import { lazy } from "react";
import { part } from "../../shared/navigation/part.ts";

/** The stage, and the chat or its door. On a phone it comes with its tab. */
export const loadRoom = part(() => import("./Room.tsx").then((m) => ({ default: m.Room })));
/** The room between its panes: what a screen wider than a phone shows. */
export const loadPanes = part(() => import("./Panes.tsx").then((m) => ({ default: m.Panes })));

export const LazyRoom = lazy(loadRoom);
export const LazyPanes = lazy(loadPanes);

/** Below this width one column is shown, and the panes are not loaded. */
export const paneQuery = "(min-width: 640px)";
