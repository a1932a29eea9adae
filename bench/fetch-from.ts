import { request } from "node:http";

/**
 * `fetch` to a server on this machine from a loopback address of one's own: limits count by address, and a bench's crowd
 * is not one person. Takes what our own API client hands over: a method, headers, a text.
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
