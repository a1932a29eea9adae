import type { ClientFrame, ServerFrame } from "@tribe/contract";

/** What hears of the other end of a line. */
export interface LineEnds {
  readonly received: (frame: ServerFrame) => void;
  /** Nothing comes until the next `ready` frame. */
  readonly lost: () => void;
}

/** A way to the server that keeps itself open: this tab's own WebSocket, or another tab's. */
export interface Line {
  /** What is sent before `ready` or after a loss goes nowhere. */
  readonly send: (frame: ClientFrame) => void;
  /** Opens it anew, as somebody else. */
  readonly renew: () => void;
  readonly close: () => void;
}

/** What a frame follows or stops following; null for all others. */
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

/** Pages that one `visible` frame may name. */
const maxShown = 20;

/** Puts the frames of several tabs on one socket: what one of them still follows is not left because another goes. */
export const createTabHub = () => {
  const followed = new Map<string, { readonly end: ClientFrame; readonly tabs: Set<string> }>();

  const leave = (subject: string, tab: string): readonly ClientFrame[] => {
    const entry = followed.get(subject);
    if (!entry?.tabs.delete(tab) || entry.tabs.size > 0) return [];
    followed.delete(subject);
    return [entry.end];
  };

  /** What each tab shows: the server hears of all of them together. */
  const shown = new Map<string, readonly string[]>();
  const showing = (tab: string, routes: readonly string[]): readonly ClientFrame[] => {
    if (routes.length === 0 && !shown.has(tab)) return [];
    if (routes.length > 0) shown.set(tab, routes);
    else shown.delete(tab);
    return [{ type: "visible", routes: [...new Set([...shown.values()].flat())].slice(0, maxShown) }];
  };

  return {
    /** What goes on the wire for a frame of a tab. */
    take: (tab: string, frame: ClientFrame): readonly ClientFrame[] => {
      if (frame.type === "visible") return showing(tab, frame.routes);
      const subject = subjectOf(frame);
      if (subject === null) return [frame];
      if (frame.type === "unsubscribe" || frame.type === "unwatch") return leave(subject, tab);
      const known = followed.get(subject);
      if (known) {
        known.tabs.add(tab);
        // A tab that knows less gets what it lacks; the others drop what they have heard.
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
    /** A tab was closed. */
    drop: (tab: string): readonly ClientFrame[] => [
      ...[...followed.keys()].flatMap((subject) => leave(subject, tab)),
      ...showing(tab, []),
    ],
    /** A new socket knows nothing: each tab says anew what it follows. */
    clear: (): void => {
      followed.clear();
      shown.clear();
    },
  } as const;
};
