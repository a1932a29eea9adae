import { lazy } from "react";
import { part } from "../../shared/navigation/part.ts";

/** The stage, and the chat or its door. On a phone it is loaded with its tab. */
export const loadRoom = part(() => import("./Room.tsx").then((m) => ({ default: m.Room })));
/** The layouts for screens wider than a phone. */
export const loadPanes = part(() => import("./panes/Panes.tsx").then((m) => ({ default: m.Panes })));

/** The outline of a Tribe's page; a page that comes with its Tribe needs none. */
export const loadTribeSkeleton = part(() => import("./TribeSkeleton.tsx").then((m) => ({ default: m.TribeSkeleton })));

export const LazyTribeSkeleton = lazy(loadTribeSkeleton);
export const LazyRoom = lazy(loadRoom);
export const LazyPanes = lazy(loadPanes);
