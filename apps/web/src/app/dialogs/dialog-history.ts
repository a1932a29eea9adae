/** The part of a window that a history of pages needs. */
export interface HistoryWindow {
  readonly history: Pick<History, "state" | "length" | "pushState" | "replaceState" | "go" | "back" | "forward">;
  readonly location: Pick<Location, "href" | "pathname" | "search" | "hash">;
  readonly document: Pick<Document, "baseURI">;
  addEventListener(type: string, listener: (event: Event) => void, options?: AddEventListenerOptions | boolean): void;
  removeEventListener(
    type: string,
    listener: (event: Event) => void,
    options?: AddEventListenerOptions | boolean,
  ): void;
}

/** The facts about the open dialogs that the history needs. A closing one no longer counts. */
export interface OpenDialogs {
  count(): number;
  /** Whether any of them must not be closed now. */
  isAnyBusy(): boolean;
  isTopBusy(): boolean;
  /** Closes like the person's press on the close button. */
  dismissTop(): void;
  subscribe(listener: () => void): void;
}

/** The position of an entry: the page's number (null: not the router's), and how many dialogs lie over the page. */
interface Position {
  readonly index: number | null;
  readonly depth: number;
}

/** In an entry's state: how many dialogs are open in it. */
const depthKey = "tribeDialogs";
/** In an entry's state: the router's own number of the page. */
const indexKey = "__TSR_index";

/** How long to wait: a browser that has dropped the requested entry never reports it. */
const traversalLimitMs = 1_000;

const fieldsOf = (state: unknown): Record<string, unknown> =>
  typeof state === "object" && state !== null ? { ...state } : {};

const positionOf = (state: unknown): Position => {
  const { [depthKey]: depth, [indexKey]: index } = fieldsOf(state);
  return {
    depth: typeof depth === "number" ? depth : 0,
    index: typeof index === "number" ? index : null,
  };
};

/**
 * Gives each open dialog an entry of the browser's history, so that Back closes the dialog first and stays on the page. While one
 * is busy, Back is undone. A dialog that closes by itself removes its entry; forward does not open it again.
 * The router must not see these entries: it would load and scroll the page again for each. It gets the returned window instead of
 * the browser's own; entries that it pushes while a dialog is open replace the dialog's entry.
 */
export const keepDialogsInHistory = (browser: HistoryWindow, dialogs: OpenDialogs): HistoryWindow => {
  const listeners = new Set<(event: Event) => void>();
  let position = positionOf(browser.history.state);
  /** The target of our own move that the browser has not made yet. */
  let awaited: Position | null = null;
  let limit: ReturnType<typeof setTimeout> | undefined;
  /** Our own move that was given up: a busy browser may still make it, and then it is not a press of Back. */
  let givenUp: Position | null = null;
  /** The router's move, delayed until ours is done. */
  let deferred: (() => void)[] = [];
  /** The router's replacement of the page's entry while a dialog was open: applied to that entry later. */
  let renewed: { readonly state: unknown; readonly url: string | URL | null | undefined } | null = null;
  let isScheduled = false;

  /** In a later task: a dialog may be replaced by another one, or by a page, right after it closed. */
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      reconcile();
    });
  };

  const setDepth = (depth: number, how: "pushState" | "replaceState"): void => {
    browser.history[how]({ ...fieldsOf(browser.history.state), [depthKey]: depth }, "");
    position = positionOf(browser.history.state);
  };

  const reconcile = (): void => {
    if (awaited) return;
    const open = dialogs.count();
    while (position.depth < open) setDepth(position.depth + 1, "pushState");
    if (position.depth > open) travel({ ...position, depth: open }, open - position.depth);
  };

  const travel = (to: Position, by: number): void => {
    awaited = to;
    givenUp = null;
    limit = setTimeout(() => {
      givenUp = to;
      arrive();
      setDepth(dialogs.count(), "replaceState");
    }, traversalLimitMs);
    browser.history.go(by);
  };

  const arrive = (): void => {
    clearTimeout(limit);
    awaited = null;
    const waiting = deferred;
    deferred = [];
    for (const act of waiting) act();
    schedule();
  };

  const isAt = (wanted: Position | null): boolean =>
    wanted?.index === position.index && wanted.depth === position.depth;

  const whenArrived = (act: () => void): void => {
    if (awaited) deferred.push(act);
    else act();
  };

  const renewPage = (): void => {
    if (!renewed) return;
    browser.history.replaceState(
      { ...fieldsOf(renewed.state), [depthKey]: position.depth },
      "",
      renewed.url ?? undefined,
    );
    if (position.depth === 0) renewed = null;
  };

  /** Closes this many dialogs, the newest first, but no busy one. A dialog that one of them opens instead stays. */
  const dismiss = (many: number): void => {
    for (let left = many; left > 0 && !dialogs.isTopBusy(); left -= 1) dialogs.dismissTop();
  };

  const onDialogMove = (): void => {
    dismiss(dialogs.count() - position.depth);
    const kept = dialogs.count();
    if (kept > position.depth) {
      travel({ ...position, depth: kept }, kept - position.depth);
      return;
    }
    renewPage();
    schedule();
  };

  const onPageMove = (from: Position, event: Event): void => {
    if (dialogs.isAnyBusy() && from.index !== null && position.index !== null) {
      travel(from, from.index - position.index + (from.depth - position.depth));
      return;
    }
    dismiss(dialogs.count());
    renewed = null;
    for (const listener of listeners) listener(event);
    schedule();
  };

  browser.addEventListener("popstate", (event) => {
    const from = position;
    position = positionOf(browser.history.state);
    if (isAt(awaited)) {
      renewPage();
      arrive();
    } else if (isAt(givenUp)) {
      givenUp = null;
      renewPage();
      schedule();
    } else if (position.index !== null && position.index === from.index) onDialogMove();
    else onPageMove(from, event);
  });
  dialogs.subscribe(schedule);
  // A reload closes the dialogs, but the browser keeps their entries.
  schedule();

  return {
    history: {
      get state(): unknown {
        return browser.history.state;
      },
      get length() {
        return browser.history.length;
      },
      pushState: (state, unused, url) =>
        whenArrived(() => {
          renewed = null;
          browser.history[position.depth > 0 ? "replaceState" : "pushState"](state, unused, url);
          position = positionOf(browser.history.state);
          schedule();
        }),
      replaceState: (state, unused, url) =>
        whenArrived(() => {
          if (position.depth > 0) renewed = { state, url };
          const depth = position.depth > 0 ? { [depthKey]: position.depth } : {};
          browser.history.replaceState({ ...fieldsOf(state), ...depth }, unused, url);
          position = positionOf(browser.history.state);
        }),
      go: (by) => browser.history.go(by),
      back: () => browser.history.back(),
      forward: () => browser.history.forward(),
    },
    get location() {
      return browser.location;
    },
    document: browser.document,
    addEventListener: (type, listener, options) => {
      if (type === "popstate") listeners.add(listener);
      else browser.addEventListener(type, listener, options);
    },
    removeEventListener: (type, listener, options) => {
      if (type === "popstate") listeners.delete(listener);
      else browser.removeEventListener(type, listener, options);
    },
  };
};
