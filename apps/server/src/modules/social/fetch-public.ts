import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { isPublicAddress, publicLookup } from "../../public-address.ts";

const maxRedirects = 3;

/** What of the outside is asked for, and how much of it is taken. */
export interface PublicFetch {
  readonly accept: string;
  /** Where an answer is longer: refused, or only its beginning taken. */
  readonly maxBytes: number;
  readonly whenLonger: "refuse" | "cut";
  readonly timeoutMs: number;
  /** An origin of the operator's own that may lie anywhere (a stand-in). */
  readonly trustedOrigin: string | null;
}

/** An answer from outside, after its redirects. */
export interface PublicAnswer {
  readonly url: URL;
  readonly bytes: Buffer;
  /** What the server calls it; in lower case, with its parameters. */
  readonly contentType: string;
}

/**
 * Fetches something that a stranger named. Only `https` and only public addresses are connected to: the very address that is
 * checked, on each redirect too. @throws Error whatever goes wrong
 */
export const fetchPublic = async (url: URL, options: PublicFetch): Promise<PublicAnswer> => {
  const signal = AbortSignal.timeout(options.timeoutMs);
  let next = url;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const answer = await request(next, options, signal);
    if ("bytes" in answer) return { url: next, ...answer };
    next = answer.redirect;
  }
  throw new Error("too many redirects");
};

type Answer = { readonly bytes: Buffer; readonly contentType: string } | { readonly redirect: URL };

const request = (url: URL, options: PublicFetch, signal: AbortSignal): Promise<Answer> =>
  new Promise((resolvePromise, reject) => {
    const isTrusted = url.origin === options.trustedOrigin;
    const isSecure = url.protocol === "https:";
    if (!isTrusted && (!isSecure || url.username || url.password)) return reject(new Error("only plain https URLs"));
    const literal = url.hostname.replace(/^\[|\]$/g, "");
    // An address in the URL itself is never looked up.
    if (!isTrusted && isIP(literal) && !isPublicAddress(literal)) return reject(new Error("the host is not public"));
    const outgoing = (isSecure ? https : http).get(
      url,
      { signal, headers: { accept: options.accept }, ...(isTrusted ? {} : { lookup: publicLookup }) },
      (response) => {
        const { statusCode = 0, headers } = response;
        if (statusCode >= 300 && statusCode < 400 && headers.location && URL.canParse(headers.location, url)) {
          response.destroy();
          return resolvePromise({ redirect: new URL(headers.location, url) });
        }
        const chunks: Buffer[] = [];
        let size = 0;
        const contentType = (headers["content-type"] ?? "").toLowerCase();
        const done = () => resolvePromise({ bytes: Buffer.concat(chunks), contentType });
        if (statusCode !== 200) response.destroy(new Error(`status ${statusCode}`));
        response.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size <= options.maxBytes) chunks.push(chunk);
          else if (options.whenLonger === "refuse") response.destroy(new Error("too large"));
          else {
            done();
            response.destroy();
          }
        });
        response.on("end", done);
        response.on("error", reject);
      },
    );
    outgoing.on("error", reject);
  });
