import { createBrowserHistory } from "@tanstack/react-router";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type HistoryWindow, keepDialogsInHistory } from "./dialog-history.ts";

interface Entry {
  state: unknown;
  url: URL;
}

/** A browser's session history: entries, and moves that happen asynchronously. */
const makeBrowser = (entries: Entry[] = [{ state: null, url: new URL("https://tribe.test/") }], moveMs = 5) => {
  let at = entries.length - 1;
  const listeners = new Set<(event: Event) => void>();
  const present = (): Entry => {
    const entry = entries[at];
    if (!entry) throw new Error("a browser is always somewhere");
    return entry;
  };
  const go = (by = 0): void =>
    void setTimeout(() => {
      if (!entries[at + by]) return;
      at += by;
      for (const listener of listeners) listener(new Event("popstate"));
    }, moveMs);
  const make = (state: unknown, url: string | URL | null | undefined): Entry => ({
    state: structuredClone(state),
    url: new URL(url ?? "", present().url),
  });
  const window: HistoryWindow = {
    history: {
      get state() {
        return present().state;
      },
      get length() {
        return entries.length;
      },
      pushState: (state, _unused, url) => {
        entries.splice(at + 1, entries.length, make(state, url ?? present().url));
        at += 1;
      },
      replaceState: (state, _unused, url) => {
        entries[at] = make(state, url ?? present().url);
      },
      go,
      back: () => go(-1),
      forward: () => go(1),
    },
    get location() {
      return present().url;
    },
    document: { baseURI: "https://tribe.test/" },
    addEventListener: (type, listener) => {
      if (type === "popstate") listeners.add(listener);
    },
    removeEventListener: (_type, listener) => void listeners.delete(listener),
  };
  return { window, entries, depth: () => Number((present().state as { tribeDialogs?: number }).tribeDialogs ?? 0) };
};

/** Dialogs without a screen. */
const makeDialogs = () => {
  let open: { isBusy: boolean }[] = [];
  const listeners = new Set<() => void>();
  const set = (next: typeof open) => {
    open = next;
    for (const listener of listeners) listener();
  };
  return {
    count: () => open.length,
    isAnyBusy: () => open.some(({ isBusy }) => isBusy),
    isTopBusy: () => open.at(-1)?.isBusy ?? false,
    dismissTop: () => set(open.slice(0, -1)),
    subscribe: (listener: () => void) => void listeners.add(listener),
    open: () => set([...open, { isBusy: false }]),
    replace: () => set([...open.slice(0, -1), { isBusy: false }]),
    setBusy: (isBusy: boolean) => set([...open.slice(0, -1), ...open.slice(-1).map(() => ({ isBusy }))]),
  };
};

const start = (entries?: Entry[], moveMs?: number) => {
  const browser = makeBrowser(entries, moveMs);
  const dialogs = makeDialogs();
  const router = createBrowserHistory({ window: keepDialogsInHistory(browser.window, dialogs) });
  const seen: string[] = [];
  router.subscribe(({ location, action }) => seen.push(`${action.type} ${location.href}`));
  const settle = () => vi.advanceTimersByTimeAsync(50);
  return {
    ...browser,
    dialogs,
    router,
    seen,
    settle,
    path: () => browser.window.location.pathname,
    /** The browser's own Back button. */
    back: async () => {
      browser.window.history.back();
      await settle();
    },
    forward: async () => {
      browser.window.history.forward();
      await settle();
    },
  };
};

describe("dialogs in the browser's history", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("closes the dialog on Back, stays on the page, and leaves it with the next Back", async () => {
    const { router, dialogs, back, settle, path, seen } = start();
    router.push("/token");
    await settle();
    dialogs.open();
    await settle();
    await back();
    expect([dialogs.count(), path(), seen]).toEqual([0, "/token", ["PUSH /token"]]);
    await back();
    expect([path(), seen.at(-1)]).toEqual(["/", "BACK /"]);
  });

  it("closes one dialog above another at a time", async () => {
    const { dialogs, back, settle } = start();
    dialogs.open();
    await settle();
    dialogs.open();
    await settle();
    await back();
    expect(dialogs.count()).toBe(1);
    await back();
    expect(dialogs.count()).toBe(0);
  });

  it("takes Back back while the dialog is busy, however often it is pressed", async () => {
    const { router, dialogs, back, settle, path, depth, seen } = start();
    router.push("/token");
    await settle();
    dialogs.open();
    dialogs.setBusy(true);
    await settle();
    for (let press = 0; press < 3; press += 1) await back();
    expect([dialogs.count(), path(), depth(), seen]).toEqual([1, "/token", 1, ["PUSH /token"]]);
    dialogs.setBusy(false);
    await back();
    expect([dialogs.count(), path(), depth()]).toEqual([0, "/token", 0]);
  });

  it("takes a jump over several pages back while the dialog is busy", async () => {
    const { router, dialogs, window, settle, path, depth, seen } = start();
    for (const page of ["/a", "/b"]) {
      router.push(page);
      await settle();
    }
    dialogs.open();
    dialogs.setBusy(true);
    await settle();
    window.history.go(-3);
    await settle();
    expect([dialogs.count(), path(), depth(), seen]).toEqual([1, "/b", 1, ["PUSH /a", "PUSH /b"]]);
  });

  it("does not open a finished dialog again on Forward, and stays where it was", async () => {
    const { router, dialogs, back, forward, settle, path, depth } = start();
    router.push("/token");
    await settle();
    dialogs.open();
    await settle();
    dialogs.dismissTop();
    await settle();
    expect(depth()).toBe(0);
    await forward();
    expect([dialogs.count(), path(), depth()]).toEqual([0, "/token", 0]);
    await back();
    expect(path()).toBe("/");
  });

  it("keeps one entry for dialogs that take each other's place", async () => {
    const { dialogs, settle, entries, back, path } = start();
    dialogs.open();
    await settle();
    dialogs.replace();
    dialogs.dismissTop();
    dialogs.open();
    await settle();
    expect(entries).toHaveLength(2);
    await back();
    expect([dialogs.count(), path()]).toEqual([0, "/"]);
  });

  it("puts a page that a dialog leads to in the place of the dialog", async () => {
    const { router, dialogs, settle, entries, back, path } = start();
    router.push("/token");
    await settle();
    dialogs.open();
    await settle();
    dialogs.dismissTop();
    router.push("/chat");
    await settle();
    expect(entries.map(({ url }) => url.pathname)).toEqual(["/", "/token", "/chat"]);
    await back();
    expect([path(), router.location.pathname]).toEqual(["/token", "/token"]);
  });

  it("lets a page wait that is opened while a finished dialog's entry is still being left", async () => {
    const { router, dialogs, settle, back, path } = start();
    dialogs.open();
    await settle();
    dialogs.dismissTop();
    await vi.advanceTimersByTimeAsync(1);
    router.push("/chat");
    await settle();
    expect([path(), router.location.pathname]).toEqual(["/chat", "/chat"]);
    await back();
    expect(path()).toBe("/");
  });

  it("gives the page the address that it got while a dialog lay over it", async () => {
    const { router, dialogs, settle, back, window } = start();
    dialogs.open();
    await settle();
    router.replace("/?window=1d");
    await settle();
    await back();
    expect([window.location.search, dialogs.count()]).toEqual(["?window=1d", 0]);
  });

  it("leaves the entry of a dialog that a reload has closed", async () => {
    const url = new URL("https://tribe.test/token");
    const { settle, depth, dialogs, path, router } = start([
      { state: { __TSR_key: "a", __TSR_index: 0 }, url },
      { state: { __TSR_key: "a", __TSR_index: 0, tribeDialogs: 1 }, url },
    ]);
    await settle();
    expect([depth(), path()]).toEqual([0, "/token"]);
    dialogs.open();
    await settle();
    router.push("/chat");
    await settle();
    expect(path()).toBe("/chat");
  });

  it("goes on when the browser has dropped the entry beneath", async () => {
    const url = new URL("https://tribe.test/token");
    const { router, depth, path } = start([{ state: { __TSR_key: "a", __TSR_index: 0, tribeDialogs: 1 }, url }]);
    await vi.advanceTimersByTimeAsync(5);
    router.push("/chat");
    await vi.advanceTimersByTimeAsync(2_000);
    expect([depth(), path()]).toEqual([0, "/chat"]);
  });

  const step = fc.constantFrom(
    "open",
    "replace",
    "finish",
    "busy",
    "free",
    "back",
    "forward",
    "push",
    "finish and push",
  );

  it("keeps a dialog that opens while a busy browser is still leaving the one before", async () => {
    const { dialogs, settle, depth } = start(undefined, 1_500);
    dialogs.open();
    await settle();
    dialogs.dismissTop();
    await vi.advanceTimersByTimeAsync(1_200);
    dialogs.open();
    await vi.advanceTimersByTimeAsync(2_000);
    expect([dialogs.count(), depth()]).toEqual([1, 1]);
  });

  it("has as many entries over a page as dialogs are open, whatever happens in which order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
        const { dialogs, router, settle, back, forward, depth, window, path } = start();
        let pages = 0;
        for (const each of steps) {
          const before = { open: dialogs.count(), path: path(), isBusy: dialogs.isTopBusy() };
          if (each === "open" && !before.isBusy && before.open < 3) dialogs.open();
          if (each === "replace" && before.open > 0 && !before.isBusy) dialogs.replace();
          if (each.startsWith("finish")) dialogs.dismissTop();
          if (each === "busy" || each === "free") dialogs.setBusy(each === "busy");
          if (each.endsWith("push")) {
            pages += 1;
            router.push(`/${pages}`);
          }
          await settle();
          if (each === "forward") await forward();
          if (each === "back") await back();
          if (each === "back" && before.open > 0) {
            expect(dialogs.count()).toBe(before.isBusy ? before.open : before.open - 1);
            expect(path()).toBe(before.path);
          }
          expect(depth()).toBe(dialogs.count());
          expect(router.location.pathname).toBe(window.location.pathname);
        }
      }),
    );
  });
});
