import { createServer, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { HttpStatusError, postJson } from "./post-json.ts";

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** A node that records its requests and gives this answer. */
const startNode = async (status: number, answer: string | null) => {
  const asked: { text: string; connection: number | undefined }[] = [];
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      asked.push({ text, connection: request.socket.remotePort });
      response.statusCode = status;
      if (answer !== null) response.end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const place = server.address();
  if (typeof place !== "object" || !place) throw new Error("the node has no port");
  return { asked, url: `http://127.0.0.1:${place.port}` };
};

test("sends JSON with large integers as numbers, over one connection", async () => {
  const { asked, url } = await startNode(200, '{"result":"é"}');
  for (const maxRetries of [0n, 3n]) expect(await postJson(url, { maxRetries })).toEqual({ result: "é" });
  expect(asked.map(({ text }) => text)).toEqual(['{"maxRetries":0}', '{"maxRetries":3}']);
  expect(new Set(asked.map(({ connection }) => connection)).size).toBe(1);
});

test("a status other than success throws a distinct error", async () => {
  const { url } = await startNode(429, "slow down");
  await expect(postJson(url, {})).rejects.toBeInstanceOf(HttpStatusError);
});

test("an answer that is not JSON, no server at all, and an abort by the caller are errors", async () => {
  const { url } = await startNode(200, "hello");
  await expect(postJson(url, {})).rejects.toBeInstanceOf(SyntaxError);
  await expect(postJson("http://127.0.0.1:1", {})).rejects.toThrow("ECONNREFUSED");
  await expect(postJson(url, {}, AbortSignal.abort())).rejects.toThrow();
});
