import { beforeEach, expect, test } from "vitest";
import { handlePushes, ownRoute, type PushScope } from "./push.ts";

const origin = "https://tribe.example";

interface Window {
  readonly url: string;
  readonly visibilityState: "visible" | "hidden";
  readonly focused: boolean;
}
let windows: Window[];
let said: unknown[];
let isOnline: boolean;
/** The notifications that the system shows now. */
let open: { readonly tag: string; readonly data: unknown }[];

/** A worker's environment, which records its actions in a list. */
const startWorker = () => {
  const listeners = new Map<string, (event: never) => void>();
  const scope = {
    location: { origin },
    navigator: {
      setAppBadge: async (count: number) => void said.push(["badge", count]),
      clearAppBadge: async () => void said.push(["badge", 0]),
    },
    registration: {
      getNotifications: async ({ tag }: { tag: string }) => open.filter((one) => one.tag === tag),
      showNotification: async (title: string, { body, tag, data, renotify, actions }: Record<string, unknown>) =>
        void said.push([
          "show",
          title,
          body,
          tag,
          data,
          ...(renotify ? ["heard again"] : []),
          ...(actions ? [actions] : []),
        ]),
    },
    clients: {
      matchAll: async () =>
        windows.map((window) => ({
          ...window,
          postMessage: (message: unknown) => said.push(["post", window.url, message]),
          focus: async () => {
            throw new Error("only a person's own press may");
          },
        })),
      openWindow: async (url: string) => void said.push(["open", url]),
    },
    fetch: async (url: string, { method, body }: { method: string; body: URLSearchParams }) => {
      said.push([method, url, String(body)]);
      return { ok: isOnline };
    },
    addEventListener: (type: string, listener: (event: never) => void) => listeners.set(type, listener),
  };
  // The part of a worker's scope that pushes use.
  handlePushes(scope as unknown as PushScope);
  return async (type: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve();
    const waitUntil = (promise: Promise<unknown>) => {
      work = promise;
    };
    listeners.get(type)?.({ ...event, waitUntil } as never); // events are the browser's own classes
    await work;
  };
};
const push = (payload: unknown) => ({
  data: { text: () => (typeof payload === "string" ? payload : JSON.stringify(payload)) },
});
const payload = { title: "Lena in Ash", body: "Hello", route: "/chat/m", tag: "message:m", unread: 2, at: 1 };
const press = (data: unknown) => ({ notification: { data, close: () => said.push(["close"]) } });
const at = (path: string, more: Partial<Window> = {}): Window => ({
  url: `${origin}${path}`,
  visibilityState: "hidden",
  focused: false,
  ...more,
});

beforeEach(() => {
  windows = [];
  said = [];
  isOnline = true;
  open = [];
});

test("shows a push with its route, and how many are unread", async () => {
  await startWorker()("push", push(payload));
  expect(said).toEqual([
    ["badge", 2],
    ["show", "Lena in Ash", "Hello", "message:m", { route: "/chat/m", at: 1 }],
  ]);
});

test("is heard again where it takes the place of an older one, but not when the same push comes twice", async () => {
  open = [{ tag: "message:m", data: { route: "/chat/m", at: 1 } }];
  await startWorker()("push", push(payload));
  await startWorker()("push", push({ ...payload, at: 2 }));
  expect(said.filter((one) => Array.isArray(one) && one[0] === "show")).toEqual([
    ["show", "Lena in Ash", "Hello", "message:m", { route: "/chat/m", at: 1 }],
    ["show", "Lena in Ash", "Hello", "message:m", { route: "/chat/m", at: 2 }, "heard again"],
  ]);
});

test("has a button that turns off what it is about, without a page; the page asks where that fails", async () => {
  const alarm = { ...payload, tag: "alarm:m", stop: "a token+" };
  await startWorker()("push", push(alarm));
  const data = { route: "/chat/m", at: 1, stop: "a token+" };
  const actions = [{ action: "stop", title: "Turn off" }];
  expect(said.at(-1)).toEqual(["show", "Lena in Ash", "Hello", "alarm:m", data, actions]);
  said = [];
  await startWorker()("notificationclick", { ...press(data), action: "stop" });
  const call = ["POST", "/api/unsubscribe?token=a%20token%2B", "List-Unsubscribe=One-Click"];
  expect(said).toEqual([["close"], call]);
  said = [];
  isOnline = false;
  await startWorker()("notificationclick", { ...press(data), action: "stop" });
  expect(said).toEqual([["close"], call, ["open", "/unsubscribe?token=a%20token%2B"]]);
  said = [];
  await startWorker()("notificationclick", { ...press(data), action: "" });
  expect(said).toEqual([["close"], ["open", "/chat/m"]]);
});

test.each(["", "nonsense", "null", "[]", '{"title":1}'])("shows something for the unreadable push %j", async (text) => {
  await startWorker()("push", push(text));
  expect(said.at(-1)).toEqual(["show", "Tribe", expect.any(String), "unreadable", { route: "/notifications", at: 0 }]);
});

test("shows nothing to who looks at what it tells of", async () => {
  windows = [at("/chat/m", { visibilityState: "visible" })];
  await startWorker()("push", push(payload));
  expect(said).toEqual([["badge", 2]]);
  windows = [at("/wallet", { visibilityState: "visible" }), at("/chat/m")];
  await startWorker()("push", push(payload));
  expect(said).toHaveLength(3);
});

test("a press leads there in the window in use, though it may not bring it forward", async () => {
  windows = [at("/a"), at("/b", { visibilityState: "visible" }), at("/c", { focused: true })];
  await startWorker()("notificationclick", press({ route: "/chat/m" }));
  expect(said).toEqual([["close"], ["post", `${origin}/c`, { type: "openRoute", route: "/chat/m" }]]);
});

test("opens a window where none is open", async () => {
  await startWorker()("notificationclick", press({ route: "/chat/m" }));
  expect(said).toEqual([["close"], ["open", "/chat/m"]]);
});

test("never leads to another origin", async () => {
  expect(ownRoute("https://elsewhere.example/x", origin)).toBe("/notifications");
  expect(ownRoute("//elsewhere.example/x", origin)).toBe("/notifications");
  expect(ownRoute("/\\elsewhere.example", origin)).toBe("/notifications");
  expect(ownRoute("javascript:alert(1)", origin)).toBe("/notifications");
  expect(ownRoute("/chat/m?view=members", origin)).toBe("/chat/m?view=members");
  await startWorker()("notificationclick", press({ route: 7 }));
  expect(said).toEqual([["close"], ["open", "/notifications"]]);
});

test("tells open pages when the browser has changed its subscription", async () => {
  windows = [at("/a"), at("/b")];
  await startWorker()("pushsubscriptionchange", {});
  expect(said).toEqual([
    ["post", `${origin}/a`, { type: "pushSubscriptionChanged" }],
    ["post", `${origin}/b`, { type: "pushSubscriptionChanged" }],
  ]);
});
