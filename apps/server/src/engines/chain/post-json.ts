import http from "node:http";
import https from "node:https";

/** Connections that stay open: to open one costs more than to ask. */
const agents = { "http:": new http.Agent({ keepAlive: true }), "https:": new https.Agent({ keepAlive: true }) };
const timeoutMs = 60_000;
/** More than any answer that we ask for, and less than a string may hold. */
const maxAnswerBytes = 256 * 1024 * 1024;

/**
 * Posts JSON and gives the answer's text. By Node's own client, because `fetch` takes several times the computing, and a
 * trade asks a node four times. @throws Error when nobody answers, or for a status that is not of success.
 */
export const postForText = (url: string, body: unknown, signal?: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    const { protocol } = new URL(url);
    const isSecure = protocol === "https:";
    // What is asked with are slots and counts, which a double holds.
    const text = JSON.stringify(body, (_key, value: unknown) => (typeof value === "bigint" ? Number(value) : value));
    const request = (isSecure ? https : http).request(url, {
      method: "POST",
      agent: agents[isSecure ? "https:" : "http:"],
      headers: { "content-type": "application/json", "content-length": Buffer.byteLength(text) },
      timeout: timeoutMs,
      ...(signal ? { signal } : {}),
    });
    request.on("timeout", () => request.destroy(new Error("the node did not answer in time")));
    request.on("error", reject);
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("error", reject);
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxAnswerBytes) request.destroy(new Error("the node's answer is too long"));
        else chunks.push(chunk);
      });
      response.on("end", () => {
        const status = response.statusCode ?? 0;
        if (status >= 200 && status < 300) resolve(Buffer.concat(chunks).toString("utf8"));
        else reject(new HttpStatusError(status));
      });
    });
    request.end(text);
  });

/** A node's answer that is not of success. */
export class HttpStatusError extends Error {
  override readonly name = "HttpStatusError";
  readonly status: number;

  constructor(status: number) {
    super(`the node answered with HTTP status ${status}`);
    this.status = status;
  }
}

/**
 * Posts JSON and reads the answer by the engine's own parser, for answers whose integers a double holds, or of which nobody
 * reads the others. @throws Error as {@link postForText}, or for an answer that is no JSON.
 */
export const postJson = async (url: string, body: unknown, signal?: AbortSignal): Promise<unknown> =>
  JSON.parse(await postForText(url, body, signal));
