import type { ClientFrame, ServerFrame } from "@tribe/contract";

/** Callbacks of a line. */
export interface LineEnds {
  readonly received: (frame: ServerFrame) => void;
  /** Called on a loss; nothing arrives until the next `ready` frame. */
  readonly lost: () => void;
}

/** A connection to the server that keeps itself open: this tab's own WebSocket, or another tab's. */
export interface Line {
  /** Frames sent before `ready` or after a loss are dropped. */
  readonly send: (frame: ClientFrame) => void;
  /** Reopens it as another person. */
  readonly renew: () => void;
  readonly close: () => void;
}

/** The subject that a frame subscribes to or unsubscribes from; null for all others. */
const subjectOf = (frame: ClientFrame): string | null => {
  switch (frame.type) {
    case "subscribe":
    case "unsubscribe":
      return `chat ${frame.mint}`;
    case "watch":
    case "unwatch":
      return `trades ${frame.mint}`;
    default:
      return null;
  }
};

/** The most pages in one `visible` frame. */
const maxShown = 20;

/** Combines the frames of several tabs on one socket: a subscription is ended only when no tab needs it any more. */
export const createTabHub = () => {
  const followed = new Map<string, { readonly end: ClientFrame; readonly tabs: Set<string> }>();

  const leave = (subject: string, tab: string): readonly ClientFrame[] => {
    const entry = followed.get(subject);
    if (!entry?.tabs.delete(tab) || entry.tabs.size > 0) return [];
    followed.delete(subject);
    return [entry.end];
  };

  /** The pages that each tab shows: the server receives all of them together. */
  const shown = new Map<string, readonly string[]>();
  const showing = (tab: string, routes: readonly string[]): readonly ClientFrame[] => {
    if (routes.length === 0 && !shown.has(tab)) return [];
    if (routes.length > 0) shown.set(tab, routes);
    else shown.delete(tab);
    return [{ type: "visible", routes: [...new Set([...shown.values()].flat())].slice(0, maxShown) }];
  };

  return {
    /** The frames to send for a tab's frame. */
    framesFor: (tab: string, frame: ClientFrame): readonly ClientFrame[] => {
      if (frame.type === "visible") return showing(tab, frame.routes);
      const subject = subjectOf(frame);
      if (subject === null) return [frame];
      if (frame.type === "unsubscribe" || frame.type === "unwatch") return leave(subject, tab);
      const known = followed.get(subject);
      if (known) {
        known.tabs.add(tab);
        // A tab that knows less gets the missing messages; the others drop duplicates.
        return frame.type === "subscribe" ? [frame] : [];
      }
      const end: ClientFrame | null =
        frame.type === "subscribe"
          ? { type: "unsubscribe", mint: frame.mint }
          : frame.type === "watch"
            ? { type: "unwatch", mint: frame.mint }
            : null;
      if (end) followed.set(subject, { end, tabs: new Set([tab]) });
      return [frame];
    },
    /** Removes a closed tab. */
    drop: (tab: string): readonly ClientFrame[] => [
      ...[...followed.keys()].flatMap((subject) => leave(subject, tab)),
      ...showing(tab, []),
    ],
    /** A new socket has no state: each tab sends its subscriptions again. */
    clear: (): void => {
      followed.clear();
      shown.clear();
    },
  } as const;
};
