import {
  addressSchema,
  broadcastChannelName,
  broadcastSources,
  type ClientFrame,
  type Mint,
  type ServerFrame,
} from "@tribe/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { createTabHub, type Line, type LineEnds } from "./line.ts";
import { openSharedLine } from "./shared-line.ts";

const mint: Mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const subscribe: ClientFrame = { type: "subscribe", mint, afterSeq: null };
const unsubscribe: ClientFrame = { type: "unsubscribe", mint };
const watch: ClientFrame = { type: "watch", mint };

describe("frames of several tabs on one socket", () => {
  it("leaves a chat when the last tab leaves it, and watches once", () => {
    const hub = createTabHub();
    expect(hub.framesFor("a", subscribe)).toEqual([subscribe]);
    // The second one may know less than the first.
    expect(hub.framesFor("b", subscribe)).toEqual([subscribe]);
    expect(hub.framesFor("a", watch)).toEqual([watch]);
    expect(hub.framesFor("b", watch)).toEqual([]);
    expect(hub.framesFor("a", unsubscribe)).toEqual([]);
    expect(hub.framesFor("a", unsubscribe)).toEqual([]);
    expect(hub.framesFor("b", unsubscribe)).toEqual([unsubscribe]);
    expect(hub.framesFor("b", unsubscribe)).toEqual([]);
  });

  it("leaves for a closed tab what nobody else follows, and forgets all with its socket", () => {
    const hub = createTabHub();
    hub.framesFor("a", subscribe);
    hub.framesFor("a", watch);
    hub.framesFor("b", watch);
    expect(hub.drop("a")).toEqual([unsubscribe]);
    hub.clear();
    expect(hub.framesFor("b", watch)).toEqual([watch]);
    expect(hub.framesFor("b", { type: "ping" })).toEqual([{ type: "ping" }]);
  });
});

/** The used part of Web Locks, as in the standard. */
const fakeLocks = () => {
  const waiting: (() => void)[] = [];
  let cancel: (() => void) | null = null;
  const request = (_name: string, { steal = false }: LockOptions, work: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const run = () => {
        let isMine = true;
        const next = () => {
          if (!isMine) return;
          isMine = false;
          cancel = null;
          waiting.shift()?.();
        };
        cancel = () => {
          isMine = false;
          reject(new DOMException("stolen", "AbortError"));
        };
        void Promise.resolve()
          .then(work)
          .then(() => {
            resolve();
            next();
          });
      };
      if (steal) {
        cancel?.();
        run();
      } else if (cancel) waiting.push(run);
      else run();
    });
  return { request };
};

/** One tab: the frames that it received, and the socket that it has opened. */
const openTab = (whose: { person: string | null }) => {
  const heard: (ServerFrame["type"] | "lost")[] = [];
  const sent: ClientFrame[] = [];
  const tab = { heard, sent, socket: null as LineEnds | null, isClosed: false };
  const open = (ends: LineEnds): Line => {
    tab.socket = ends;
    tab.isClosed = false;
    return {
      send: (frame) => void sent.push(frame),
      renew: () => ends.lost(),
      close: () => {
        tab.isClosed = true;
      },
    };
  };
  const line = openSharedLine({
    open,
    person: () => whose.person,
    received: ({ type }) => void heard.push(type),
    lost: () => void heard.push("lost"),
  });
  opened.push(line);
  return { ...tab, tab, line };
};
const opened: Line[] = [];

const page = new EventTarget();
let visibility: "visible" | "hidden";
beforeEach(() => {
  visibility = "visible";
  vi.stubGlobal("navigator", { locks: fakeLocks() });
  vi.stubGlobal("document", {
    get visibilityState() {
      return visibility;
    },
    addEventListener: page.addEventListener.bind(page),
  });
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
});
afterEach(() => {
  for (const line of opened.splice(0)) line.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("one line for all tabs", () => {
  it("opens one socket, puts on it what each tab sends, and tells all what comes", async () => {
    const whose = { person: "session" };
    const one = openTab(whose);
    await vi.waitFor(() => expect(one.tab.socket).not.toBeNull());
    one.tab.socket?.received({ type: "ready" });
    const other = openTab(whose);
    await vi.waitFor(() => expect(other.heard).toContain("ready"));
    expect(other.tab.socket).toBeNull();
    expect(one.heard).toEqual(["ready"]);
    other.line.send(subscribe);
    await vi.waitFor(() => expect(one.sent).toEqual([subscribe]));
    one.tab.socket?.received({ type: "members", mint, memberCount: 3 });
    await vi.waitFor(() => expect(other.heard).toContain("members"));
    expect(one.heard).toEqual(["ready", "members"]);
    one.tab.socket?.lost();
    await vi.waitFor(() => expect(other.heard.at(-1)).toBe("lost"));
  });

  it("opens a socket of its own, once, where the browser gives no locks", async () => {
    const asked = vi.fn(() => Promise.reject(new DOMException("Access to locks is denied", "SecurityError")));
    vi.stubGlobal("navigator", { locks: { request: asked } });
    const one = openTab({ person: "session" });
    await vi.waitFor(() => expect(one.tab.socket).not.toBeNull());
    one.tab.socket?.received({ type: "ready" });
    one.line.send(subscribe);
    expect(one.sent).toEqual([subscribe]);
    expect(one.heard).toEqual(["ready"]);
    expect(asked).toHaveBeenCalledOnce();
  });

  it("goes on in the next tab when the one with the socket is closed", async () => {
    const whose = { person: "session" };
    const one = openTab(whose);
    await vi.waitFor(() => expect(one.tab.socket).not.toBeNull());
    one.tab.socket?.received({ type: "ready" });
    const other = openTab(whose);
    await vi.waitFor(() => expect(other.heard).toContain("ready"));
    one.line.close();
    expect(one.tab.isClosed).toBe(true);
    await vi.waitFor(() => expect(other.tab.socket).not.toBeNull());
    expect(other.heard.at(-1)).toBe("lost");
    other.tab.socket?.received({ type: "ready" });
    expect(other.heard.at(-1)).toBe("ready");
  });

  it("hears nothing of another person's socket, and sends nothing over it", async () => {
    const one = openTab({ person: "former" });
    await vi.waitFor(() => expect(one.tab.socket).not.toBeNull());
    one.tab.socket?.received({ type: "ready" });
    visibility = "hidden";
    const other = openTab({ person: "present" });
    const third = openTab({ person: "former" });
    await vi.waitFor(() => expect(third.heard).toContain("ready"));
    other.line.send(subscribe);
    third.line.send(watch);
    await vi.waitFor(() => expect(one.sent).toEqual([watch]));
    expect(other.heard).toEqual([]);
  });

  it("puts on the next socket what a tab said before it had heard that the last one was lost", async () => {
    const whose = { person: "session" };
    const one = openTab(whose);
    await vi.waitFor(() => expect(one.tab.socket).not.toBeNull());
    one.tab.socket?.received({ type: "ready" });
    const other = openTab(whose);
    await vi.waitFor(() => expect(other.heard).toContain("ready"));
    one.tab.socket?.lost();
    other.line.send(watch);
    await vi.waitFor(() => expect(other.heard.at(-1)).toBe("lost"));
    one.tab.socket?.received({ type: "ready" });
    await vi.waitFor(() => expect(other.heard.at(-1)).toBe("ready"));
    one.sent.length = 0;
    other.line.send(watch);
    await vi.waitFor(() => expect(one.sent).toEqual([watch]));
  });

  it("asks who has the socket now when an earlier tab says late that it has lost its own", async () => {
    const whose = { person: "session" };
    const one = openTab(whose);
    await vi.waitFor(() => expect(one.tab.socket).not.toBeNull());
    one.tab.socket?.received({ type: "ready" });
    const other = openTab(whose);
    await vi.waitFor(() => expect(other.heard).toContain("ready"));
    const late = new BroadcastChannel(broadcastChannelName);
    const note = { kind: "lost", isVisible: true };
    late.postMessage({ source: broadcastSources.server, person: "session", note });
    await vi.waitFor(() => expect(other.heard).toEqual(["ready", "lost", "ready"]));
    late.close();
  });

  it("takes the place of a frozen tab, whose turn it was when the one with the socket was closed", async () => {
    vi.useFakeTimers();
    const whose = { person: "session" };
    const one = openTab(whose);
    await vi.advanceTimersByTimeAsync(1);
    one.tab.socket?.received({ type: "ready" });
    void navigator.locks
      .request("tribe:v1:socket", {}, () => new Promise<void>(() => undefined))
      .catch(() => undefined);
    const other = openTab(whose);
    await vi.waitFor(() => expect(other.heard).toContain("ready"));
    one.line.close();
    await vi.waitFor(() => expect(other.heard.at(-1)).toBe("lost"));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(other.tab.socket).not.toBeNull();
  });

  it("takes the place of a tab that does not answer, when somebody looks", async () => {
    vi.useFakeTimers();
    // The browser has frozen it: it holds the lock and sends nothing.
    void navigator.locks
      .request("tribe:v1:socket", {}, () => new Promise<void>(() => undefined))
      .catch(() => undefined);
    const one = openTab({ person: "session" });
    visibility = "hidden";
    await vi.advanceTimersByTimeAsync(5_000);
    expect(one.tab.socket).toBeNull();
    visibility = "visible";
    page.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(one.tab.socket).not.toBeNull();
  });
});
