import { expect, test } from "vitest";
import type { WebSocket } from "ws";
import { Connection, frameText } from "./connection.ts";

const caller = { deviceId: "d", sessionId: null, uid: null };

/** A socket whose reader has left so many bytes unread. */
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

test("a reader that fell behind is told so, dropped, and sent nothing more", () => {
  const { connection, sent, closed } = socketWith(2_000_000);
  connection.send(frameText({ type: "pong" }));
  connection.send(frameText({ type: "pong" }));
  expect(sent.map((text) => JSON.parse(text).code)).toEqual(["slow_consumer"]);
  expect(closed).toEqual([4408]);
});
