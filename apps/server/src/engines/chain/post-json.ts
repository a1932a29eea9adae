import http from "node:http";
import https from "node:https";

/** Connections are kept open: opening one costs more than a request. */
const agents = { "http:": new http.Agent({ keepAlive: true }), "https:": new https.Agent({ keepAlive: true }) };
const timeoutMs = 60_000;
/** More than any answer that we request, and less than a string's maximum. */
const maxAnswerBytes = 256 * 1024 * 1024;

/**
 * Posts JSON and returns the answer's text. It uses Node's own client, because `fetch` takes several times the processor
 * time, and a trade sends a node four requests. @throws Error when nobody answers, or for a status other than success.
 */
export const postForText = (url: string, body: unknown, signal?: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    const { protocol } = new URL(url);
    const isSecure = protocol === "https:";
    // The bigints of requests are slots and counts, which a double can hold.
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

/** A node answered with a status other than success. */
export class HttpStatusError extends Error {
  override readonly name = "HttpStatusError";
  readonly status: number;

  constructor(status: number) {
    super(`the node answered with HTTP status ${status}`);
    this.status = status;
  }
}

/**
 * Posts JSON and parses the answer with the engine's own parser: for answers whose integers a double can hold, or whose other
 * integers nobody reads. @throws Error as {@link postForText}, or for an answer that is not JSON.
 */
export const postJson = async (url: string, body: unknown, signal?: AbortSignal): Promise<unknown> =>
  JSON.parse(await postForText(url, body, signal));
