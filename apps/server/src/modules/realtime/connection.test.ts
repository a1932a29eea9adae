import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { Connection, frameText, sharedFrames } from "./connection.ts";

const caller = { deviceId: "d", sessionId: null, uid: null };

/** A socket with this many unread bytes. */
const socketWith = (bufferedAmount: number) => {
  const sent: string[] = [];
  const closed: number[] = [];
  const socket = {
    OPEN: 1,
    readyState: 1,
    bufferedAmount,
    send: (text: string) => sent.push(text),
    close: (code: number) => closed.push(code),
    terminate: () => undefined,
  };
  // The connection uses nothing else of a socket.
  return { connection: new Connection(socket as unknown as WebSocket, caller), sent, closed };
};

test("a reader that keeps up gets what is sent", () => {
  const { connection, sent, closed } = socketWith(1_000);
  connection.send(frameText({ type: "pong" }));
  expect(sent).toEqual(['{"type":"pong"}']);
  expect(closed).toEqual([]);
});

test.each([0, 1, 125, 126, 65_535, 65_536, 70_000])(
  "broadcast frames, one of %i bytes, equal those of ws, and can be mixed with them",
  async (length) => {
    const text = "é".repeat(Math.floor(length / 2)) + "x".repeat(length % 2);
    const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
    server.on("connection", (socket, { socket: stream }) => {
      const connection = new Connection(socket, caller, stream);
      connection.send("before");
      connection.sendShared(sharedFrames(["one", text, "last"]));
      connection.sendShared(sharedFrames(["known", text, "last"]), 1);
      connection.sendShared(sharedFrames([text]), 1);
      connection.send("after");
    });
    await once(server, "listening");
    const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address
    const client = new WebSocket(`ws://127.0.0.1:${port}`);
    const heard: string[] = [];
    client.on("message", (data) => void heard.push(String(data)));
    await expect.poll(() => heard.length, { timeout: 20_000 }).toBe(7);
    expect(heard).toEqual(["before", "one", text, "last", text, "last", "after"]);
    client.terminate();
    server.close();
  },
);

test("a reader that fell behind is told so, disconnected, and sent nothing more", () => {
  const { connection, sent, closed } = socketWith(2_000_000);
  connection.send(frameText({ type: "pong" }));
  connection.sendShared(sharedFrames([frameText({ type: "pong" })]));
  expect(sent.map((text) => JSON.parse(text).code)).toEqual(["slow_consumer"]);
  expect(closed).toEqual([4408]);
});

test("backlogs of one reader are sent one at a time, and a failed one does not stop the others", async () => {
  const { connection } = socketWith(0);
  const events: string[] = [];
  const taken: (() => void)[] = [];
  const page = (name: string) => async () => {
    events.push(`${name} begins`);
    await new Promise<void>((resolve) => taken.push(resolve));
    events.push(`${name} ends`);
  };
  const [first, second] = [connection.inTurn(page("first")), connection.inTurn(page("second"))];
  await expect.poll(() => events).toEqual(["first begins"]);
  taken.shift()?.();
  await first;
  await expect.poll(() => events).toEqual(["first begins", "first ends", "second begins"]);
  taken.shift()?.();
  await second;
  await expect(connection.inTurn(async () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  await connection.inTurn(async () => void events.push("last"));
  expect(events.at(-1)).toBe("last");
});
