import { describe, expect, it, vi } from "vitest";
import { testAddresses } from "../testing/messages.ts";
import { awaitApp } from "./handshake.ts";

const config = {
  ...{ appOrigin: "https://tribe.example", apiOrigin: "https://tribe.example", rpcUrl: "https://node.example" },
  ...testAddresses,
};
const connect = { tribeSigner: 1, connect: true };

/** A frame inside a parent whose messages the test invents. */
const newFrame = () => {
  const target = new EventTarget();
  const parent = { postMessage: vi.fn() };
  const frame = {
    parent,
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  };
  const receive = (parts: { data: unknown; origin: string; source: unknown; ports: readonly MessagePort[] }) =>
    target.dispatchEvent(Object.assign(new Event("message"), parts));
  return { frame, parent, receive };
};

const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  const open = Symbol("open");
  return (await Promise.race([promise, new Promise((resolve) => setImmediate(resolve, open))])) !== open;
};

describe("the handshake", () => {
  it("announces the frame to the app's origin and no other", () => {
    const { frame, parent } = newFrame();
    void awaitApp(config, frame);
    expect(parent.postMessage).toHaveBeenCalledWith({ tribeSigner: 1, ready: true }, "https://tribe.example");
  });

  it("accepts the app's port", async () => {
    const { frame, parent, receive } = newFrame();
    const port = awaitApp(config, frame);
    const { port1 } = new MessageChannel();
    receive({ data: connect, origin: config.appOrigin, source: parent, ports: [port1] });
    expect(await port).toBe(port1);
    port1.close();
  });

  const { port1 } = new MessageChannel();
  const wrong = [
    ["another origin", { origin: "https://evil.example" }],
    ["an origin that only begins like the app's", { origin: "https://tribe.example.evil.example" }],
    ["an opaque origin", { origin: "null" }],
    ["another window of the app's origin", { source: {} }],
    ["another protocol version", { data: { tribeSigner: 2, connect: true } }],
    ["something else", { data: "connect" }],
    ["no port", { ports: [] }],
    ["two ports", { ports: [port1, port1] }],
  ] as const;
  it.each(wrong)("ignores a message with %s", async (_what, change) => {
    const { frame, parent, receive } = newFrame();
    const port = awaitApp(config, frame);
    receive({ data: connect, origin: config.appOrigin, source: parent, ports: [port1], ...change });
    expect(await isSettled(port)).toBe(false);
  });
});
