import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { isPublicAddress, publicLookup } from "../../net/public-address.ts";

const maxRedirects = 3;

/** What to request from outside, and how much of the answer to take. */
export interface PublicFetch {
  readonly accept: string;
  /** What to do with a longer answer: refuse it, or take only its beginning. */
  readonly maxBytes: number;
  readonly whenLonger: "refuse" | "cut";
  readonly timeoutMs: number;
  /** An origin of the operator that may be anywhere (a stand-in). */
  readonly trustedOrigin: string | null;
}

/** An answer from outside, after redirects. */
export interface PublicAnswer {
  readonly url: URL;
  readonly bytes: Buffer;
  /** The content type in lower case, with its parameters. */
  readonly contentType: string;
}

/**
 * Fetches a URL that a stranger gave. Only `https` and only public addresses are connected to: exactly the address that was
 * checked, also after each redirect. @throws Error for any failure
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
    // An IP address in the URL itself is never looked up, so it is checked here.
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
