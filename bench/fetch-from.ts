import { request } from "node:http";

/**
 * `fetch` to a local server from a chosen loopback address: rate limits count by address, and a bench's crowd is not one
 * person. Supports only what our API client uses: a method, headers, a text body.
 */
export const fetchFrom =
  (localAddress: string): typeof fetch =>
  (input, init) =>
    new Promise((resolve, reject) => {
      const headers = Object.fromEntries(new Headers(init?.headers));
      const { hostname, port, pathname, search } = new URL(String(input));
      const call = request(
        { host: hostname, port, path: pathname + search, method: init?.method ?? "GET", headers, localAddress },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on("data", (part: Buffer) => parts.push(part));
          answer.on("end", () => resolve(new Response(Buffer.concat(parts), { status: answer.statusCode ?? 500 })));
          answer.on("error", reject);
        },
      );
      call.on("error", reject);
      call.end(init?.body ?? undefined);
    });
