import { lazy } from "react";
import { part } from "../../shared/navigation/part.ts";

/** The stage, and the chat or its door. On a phone it is loaded with its tab. */
export const loadRoom = part(() => import("./Room.tsx").then((m) => ({ default: m.Room })));
/** The layouts for screens wider than a phone. */
export const loadPanes = part(() => import("./panes/Panes.tsx").then((m) => ({ default: m.Panes })));

export const LazyRoom = lazy(loadRoom);
export const LazyPanes = lazy(loadPanes);
