import { createServer } from "node:http";
import { onTestFinished } from "vitest";

/** One call as a node receives it. */
export interface AskedCall {
  readonly id: string | number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** How a node answers: a single call, and a batch from its calls' answers. An empty text is answered with 429. */
export interface NodeAnswers {
  readonly one: (call: AskedCall) => string | Promise<string>;
  readonly batch?: (answers: string[]) => string;
  /** A free one by default. */
  readonly port?: number;
}

/** The answer of a node that refuses batches. */
export const noBatches = '{"jsonrpc":"2.0","error":{"code":-32600,"message":"no"},"id":null}';

const isBatch = (body: AskedCall | readonly AskedCall[]): body is readonly AskedCall[] => Array.isArray(body);

/**
 * A node over HTTP that stops with the test. `posts` has each request's methods, in the order of arrival.
 * @returns its URL, and the requests it got.
 */
export const startRpcNode = async ({ one, batch = (answers) => `[${answers.join(",")}]`, port = 0 }: NodeAnswers) => {
  const posts: string[][] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", async () => {
      const body: AskedCall | readonly AskedCall[] = JSON.parse(text);
      posts.push(isBatch(body) ? body.map(({ method }) => method) : [body.method]);
      const reply = isBatch(body) ? batch(await Promise.all(body.map(one))) : await one(body);
      if (reply === "") response.statusCode = 429;
      response.end(reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const place = server.address();
  if (typeof place !== "object" || !place) throw new Error("the node has no port");
  return { url: `http://127.0.0.1:${place.port}`, posts };
};
