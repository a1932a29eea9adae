import type { Route } from "@tribe/contract";
import { pushOutcomeTexts } from "@tribe/domain/words";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { access } from "../api/access.ts";
import { provideApi } from "../api/api.ts";
import { storageOf } from "../transactions/testing/storage.ts";
import { isPushOn, keepSubscription, PushError, pushSupport, turnPushOff, turnPushOn } from "./push-browser.ts";

interface Made {
  readonly endpoint: string;
  readonly options: { readonly applicationServerKey: ArrayBuffer | null };
  readonly getKey: (name: string) => ArrayBuffer | null;
  readonly unsubscribe: () => Promise<boolean>;
}

let calls: string[];
let current: Made | null;
let permission: NotificationPermission;
let keys: ArrayBuffer | null;
let count = 0;

const newSubscription = (): Made => {
  count += 1;
  return {
    endpoint: `https://push.example.com/${count}`,
    options: { applicationServerKey: Uint8Array.from([4]).buffer },
    getKey: () => keys,
    unsubscribe: async () => {
      current = null;
      return true;
    },
  };
};

const session = {
  sessionId: "s",
  accessToken: "t",
  sessionSecret: "x",
  expiresAt: Date.now() + 1e6,
  since: Date.now(),
};
provideApi((async (route: Route, { body }: { body?: { endpoint: string } }) => {
  calls.push(`${route.method} ${route.path}${body ? ` ${body.endpoint}` : ""}`);
  return { applicationServerKey: "BA", devices: [], id: "1" };
}) as never); // answers what these calls read

beforeEach(() => {
  calls = [];
  current = null;
  permission = "granted";
  keys = Uint8Array.from([1, 2]).buffer;
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async () => {
      current = newSubscription();
      return current;
    },
  };
  const Notification = {
    get permission() {
      return permission;
    },
    requestPermission: async () => permission,
  };
  vi.stubGlobal("localStorage", storageOf({}));
  vi.stubGlobal("window", { PushManager: class {}, Notification });
  vi.stubGlobal("Notification", Notification);
  vi.stubGlobal("navigator", { serviceWorker: { ready: Promise.resolve({ pushManager }) } });
  access.set({ device: null, session });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("subscribes with the server's key, and tells it once for a browser and a session", async () => {
  await turnPushOn();
  expect(calls).toEqual(["GET /v1/user/push", `POST /v1/user/push https://push.example.com/${count}`]);
  expect(isPushOn()).toBe(true);
  await keepSubscription();
  expect(calls.filter((call) => call.startsWith("POST"))).toHaveLength(1);
});

test("says that one must be logged in, that the keys are missing, and that there is no subscription", async () => {
  access.set({ device: null, session: null });
  await expect(turnPushOn()).rejects.toEqual(new PushError("You must be logged in to subscribe to notifications"));
  access.set({ device: null, session });
  keys = null;
  await expect(turnPushOn()).rejects.toEqual(new PushError("Failed to get keys"));
  current = null;
  await expect(turnPushOff()).rejects.toEqual(new PushError("No subscription"));
  expect(calls.filter((call) => !call.startsWith("GET"))).toEqual([]);
});

test("a refusal of the browser subscribes nobody", async () => {
  permission = "denied";
  await expect(turnPushOn()).rejects.toBeInstanceOf(PushError);
  expect(calls).toEqual([]);
  expect(pushSupport()).toBe("blocked");
});

test("a page that may not ask for service workers, as without storage, has no pushes and goes on", () => {
  const navigator = {
    get serviceWorker(): never {
      throw new DOMException("denied", "SecurityError");
    },
  };
  vi.stubGlobal("navigator", navigator);
  expect(pushSupport()).toBe("unsupported");
});

test("a browser whose service worker never runs says so, and keeps nobody waiting", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { serviceWorker: { ready: new Promise(() => undefined) } });
  const turned = expect(turnPushOn()).rejects.toEqual(new PushError(pushOutcomeTexts.noWorker));
  await vi.runAllTimersAsync();
  await turned;
  expect(calls).toEqual([]);
});

test("a subscription that the browser has changed is told to the server again, another session's is not", async () => {
  await turnPushOn();
  current = newSubscription();
  await keepSubscription();
  expect(calls.at(-1)).toBe(`POST /v1/user/push https://push.example.com/${count}`);
  const before = calls.length;
  access.set({ device: null, session: { ...session, sessionId: "another" } });
  current = newSubscription();
  await keepSubscription();
  expect(calls).toHaveLength(before);
  expect(isPushOn()).toBe(false);
});

test.each([
  ["another key", (made: Made) => ({ ...made, options: { applicationServerKey: Uint8Array.from([9]).buffer } })],
  ["no subscription", () => null],
])("a browser that is found with %s subscribes anew by itself", async (_name, change) => {
  await turnPushOn();
  const before = count;
  if (current) current = change(current);
  await keepSubscription();
  expect(count).toBe(before + 1);
  expect(calls.at(-1)).toBe(`POST /v1/user/push https://push.example.com/${count}`);
});

test("what was subscribed with another server's key is made anew", async () => {
  await turnPushOn();
  const first = current;
  if (first) current = { ...first, options: { applicationServerKey: Uint8Array.from([9]).buffer } };
  await turnPushOn();
  expect(current?.endpoint).not.toBe(first?.endpoint);
});

test("turned off, it ends at the server and in the browser", async () => {
  await turnPushOn();
  await turnPushOff();
  expect(calls.at(-1)).toMatch(/^DELETE \/v1\/user\/push/);
  expect(current).toBeNull();
  expect(isPushOn()).toBe(false);
});

test.each([
  [{ serviceWorker: {}, standalone: false }, { Notification: {} }, "needsHomeScreen"],
  [{}, {}, "unsupported"],
])("a browser with %j and %j can: %s", (navigator, window, support) => {
  vi.stubGlobal("navigator", navigator);
  vi.stubGlobal("window", window);
  expect(pushSupport()).toBe(support);
});
