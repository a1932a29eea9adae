import type { AnswerOf, ApiCall, routes, ServerFrame } from "@tribe/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openSocket } from "./socket.ts";

/** Not every Node has a WebSocket. */
const states = { CONNECTING: 0, OPEN: 1 } as const;

/** A connection of which the test is the other end. Like a real one it may be closed without telling that for long. */
class FakeSocket extends EventTarget {
  readyState: (typeof states)[keyof typeof states] = states.CONNECTING;
  readonly sent: string[] = [];
  isClosing = false;

  send(data: string): void {
    this.sent.push(data);
  }

  close(): void {
    this.isClosing = true;
  }

  receive(frame: ServerFrame): void {
    this.readyState = states.OPEN;
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }

  end(): void {
    this.dispatchEvent(Object.assign(new Event("close"), { code: 1006 }));
  }
}

const token: AnswerOf<typeof routes.system.realtimeToken> = { token: "token" };
const seconds = 1_000;
let page: EventTarget;
let visibility: "visible" | "hidden";

const openLine = () => {
  const opened: FakeSocket[] = [];
  const events: (ServerFrame["type"] | "lost")[] = [];
  const api = (async () => token) as unknown as ApiCall; // a line asks for nothing else
  const line = openSocket(
    api,
    "ws://tribe.example/realtime",
    { received: ({ type }) => void events.push(type), lost: () => void events.push("lost") },
    () => {
      const socket = new FakeSocket();
      opened.push(socket);
      return socket;
    },
  );
  return { opened, events, line };
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", states);
  page = new EventTarget();
  visibility = "visible";
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("document", {
    get visibilityState() {
      return visibility;
    },
    addEventListener: page.addEventListener.bind(page),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("connects again soon after a connection was lost, and once when the network is back", async () => {
  const { opened, events, line } = openLine();
  await vi.advanceTimersByTimeAsync(0);
  opened[0]?.receive({ type: "ready" });
  opened[0]?.end();
  expect(events).toEqual(["ready", "lost"]);
  await vi.advanceTimersByTimeAsync(1 * seconds);
  expect(opened).toHaveLength(2);
  page.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(opened).toHaveLength(3);
  opened[2]?.receive({ type: "ready" });
  await vi.advanceTimersByTimeAsync(10 * seconds);
  expect(opened).toHaveLength(3);
  line.close();
});

it("gives up a connection that is neither opened nor greeted, and tries another one", async () => {
  const { opened, events, line } = openLine();
  // The first hangs before it is open, the second after that.
  await vi.advanceTimersByTimeAsync(45 * seconds);
  expect(opened.length).toBeGreaterThanOrEqual(2);
  expect(opened[0]?.isClosing).toBe(true);
  const second = opened.at(-1);
  if (second) second.readyState = states.OPEN;
  const before = opened.length;
  await vi.advanceTimersByTimeAsync(45 * seconds);
  expect(second?.isClosing).toBe(true);
  expect(opened.length).toBeGreaterThan(before);
  opened.at(-1)?.receive({ type: "ready" });
  expect(events.at(-1)).toBe("ready");
  // What an abandoned one still says is nobody's.
  opened[0]?.receive({ type: "ready" });
  second?.end();
  expect(events.at(-1)).toBe("ready");
  expect(events.filter((type) => type === "ready")).toHaveLength(1);
  line.close();
});

it("leaves a connection that has gone silent, without waiting until the browser has closed it", async () => {
  const { opened, events, line } = openLine();
  await vi.advanceTimersByTimeAsync(0);
  opened[0]?.receive({ type: "ready" });
  for (let at = 0; at < 4; at += 1) {
    await vi.advanceTimersByTimeAsync(25 * seconds);
    opened[0]?.receive({ type: "pong" });
  }
  expect(opened).toHaveLength(1);
  expect(opened[0]?.sent.length).toBeGreaterThanOrEqual(4);
  // In a hidden tab browsers let timers run once a minute.
  vi.setSystemTime(Date.now() + 600 * seconds);
  await vi.advanceTimersByTimeAsync(25 * seconds);
  opened[0]?.receive({ type: "pong" });
  expect(opened).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(90 * seconds);
  expect(events).toContain("lost");
  expect(opened[0]?.isClosing).toBe(true);
  expect(opened.length).toBeGreaterThan(1);
  line.close();
});

it("opens another connection at once when a page is shown again that was frozen for long, and none after a short while", async () => {
  const { opened, events, line } = openLine();
  await vi.advanceTimersByTimeAsync(0);
  opened[0]?.receive({ type: "ready" });
  visibility = "hidden";
  // A frozen page runs no timer.
  vi.setSystemTime(Date.now() + 600 * seconds);
  visibility = "visible";
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(events.at(-1)).toBe("lost");
  expect(opened).toHaveLength(2);
  opened[1]?.receive({ type: "ready" });
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(opened).toHaveLength(2);
  line.close();
});
