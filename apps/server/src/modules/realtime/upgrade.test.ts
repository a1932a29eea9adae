import { once } from "node:events";
import { connect } from "node:net";
import { routes } from "@tribe/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Sends bytes over a raw connection, never closes its own side, and returns what the server sent until it closed. */
const exchange = async (request: string): Promise<string> => {
  const socket = connect({ port: Number(new URL(app.origin).port), host: "127.0.0.1", allowHalfOpen: true });
  let answer = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    answer += text;
  });
  socket.write(request);
  await once(socket, "end");
  socket.destroy();
  return answer;
};
const upgrade = (target: string, ...headers: string[]) =>
  exchange([`GET ${target} HTTP/1.1`, "Host: a", "Connection: Upgrade", ...headers, "", ""].join("\r\n"));
const handshake = ["Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="];

test.each(["//", "///", "//:0", "http://[", "http://[::bad/ws", "/\\", "*"])(
  "an upgrade to %j is refused, the connection is closed, and the server keeps running",
  async (target) => {
    expect(await upgrade(target, ...handshake)).toMatch(/^HTTP\/1\.1 40[0-9]/);
    expect((await fetch(`${app.origin}/healthz`)).status).toBe(200);
  },
);

test.each([
  ["no key", ["Upgrade: websocket", "Sec-WebSocket-Version: 13"]],
  ["another version", [...handshake.slice(0, 1), "Sec-WebSocket-Version: 1", ...handshake.slice(2)]],
  ["another protocol", ["Upgrade: h2c"]],
])("a handshake with %s is refused despite a valid token", async (_name, headers) => {
  const { token } = await (await app.newDevice()).call(routes.system.realtimeToken, {});
  expect(await upgrade(`/ws?token=${token}`, ...headers)).toMatch(/^HTTP\/1\.1 4/);
});

test("a page of another origin cannot connect even with a valid token; our page and clients without an origin can", async () => {
  const openFrom = async (...origin: string[]): Promise<string> => {
    const { token } = await (await app.newDevice()).call(routes.system.realtimeToken, {});
    const socket = connect({ port: Number(new URL(app.origin).port), host: "127.0.0.1" });
    socket.write(
      [`GET /ws?token=${token} HTTP/1.1`, "Host: a", "Connection: Upgrade", ...handshake, ...origin, "", ""].join(
        "\r\n",
      ),
    );
    const [answer]: Buffer[] = await once(socket, "data");
    socket.destroy();
    return answer?.toString("latin1").slice(9, 12) ?? "";
  };
  for (const foreign of ["https://evil.example", "null", "https://a.evil.example", "http://", "a"])
    expect([foreign, await openFrom(`Origin: ${foreign}`)]).toEqual([foreign, "403"]);
  for (const own of [`Origin: ${app.ctx.config.appUrl}`, "Origin: http://a", "X-None: 1"])
    expect([own, await openFrom(own)]).toEqual([own, "101"]);
});

test("a client's offer of compression is not accepted", async () => {
  const { token } = await (await app.newDevice()).call(routes.system.realtimeToken, {});
  const offered = [...handshake, "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"];
  // A compressed frame then violates the protocol, and the server closes.
  const socket = connect({ port: Number(new URL(app.origin).port), host: "127.0.0.1" });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  socket.write([`GET /ws?token=${token} HTTP/1.1`, "Host: a", "Connection: Upgrade", ...offered, "", ""].join("\r\n"));
  socket.write(Buffer.from([0xc1, 0x82, 0, 0, 0, 0, 0x61, 0x62]));
  await once(socket, "end");
  socket.destroy();
  const answer = Buffer.concat(chunks);
  expect(answer.toString("latin1")).toMatch(/^HTTP\/1\.1 101/);
  expect(answer.toString("latin1")).not.toMatch(/extensions/i);
  // Close frame, status 1002: protocol error.
  expect(answer.includes(Buffer.from([0x03, 0xea]))).toBe(true);
});
