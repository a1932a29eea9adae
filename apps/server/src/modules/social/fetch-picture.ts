import { lookup as resolve } from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { ApiError } from "@tribe/contract";
import { isPublicAddress } from "./public-address.ts";

/** A picture as it may be served. */
export interface Picture {
  readonly bytes: Buffer;
  readonly type: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
}

const maxBytes = 5_000_000;
const maxRedirects = 3;
const timeoutMs = 10_000;

/**
 * Fetches a picture. Only public addresses are connected to: the very address that is checked, on each redirect too.
 * @param trustedOrigin an origin of the operator's own that may lie anywhere (the X stand-in)
 * @throws ApiError `not_found` whatever goes wrong: a caller learns nothing of inner networks.
 */
export const fetchPicture = async (url: URL, trustedOrigin: string | null): Promise<Picture> => {
  const signal = AbortSignal.timeout(timeoutMs);
  let next = url;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const answer = await request(next, next.origin === trustedOrigin, signal).catch((cause: unknown) => {
      throw new ApiError("not_found", { cause });
    });
    if ("bytes" in answer) {
      const type = typeOf(answer.bytes);
      if (!type) throw new ApiError("not_found");
      return { bytes: answer.bytes, type };
    }
    next = answer.redirect;
  }
  throw new ApiError("not_found");
};

/** Bytes say what they are; what a server calls them does not count. */
export const typeOf = (bytes: Buffer): Picture["type"] | null => {
  const starts = (hex: string, at = 0): boolean => bytes.subarray(at, at + hex.length / 2).toString("hex") === hex;
  if (starts("89504e470d0a1a0a")) return "image/png";
  if (starts("ffd8ff")) return "image/jpeg";
  if (starts("474946383761") || starts("474946383961")) return "image/gif";
  if (starts("52494646") && starts("57454250", 8)) return "image/webp";
  return null;
};

const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, "");
    const refused = addresses.find(({ address }) => !isPublicAddress(address));
    const [first] = addresses;
    if (refused || !first) return callback(new Error("the host is not public"), "");
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};

const request = (url: URL, isTrusted: boolean, signal: AbortSignal): Promise<{ bytes: Buffer } | { redirect: URL }> =>
  new Promise((resolvePromise, reject) => {
    const isSecure = url.protocol === "https:";
    if (!isTrusted && (!isSecure || url.username || url.password)) return reject(new Error("only plain https URLs"));
    const literal = url.hostname.replace(/^\[|\]$/g, "");
    // An address in the URL itself is never looked up.
    if (!isTrusted && isIP(literal) && !isPublicAddress(literal)) return reject(new Error("the host is not public"));
    const outgoing = (isSecure ? https : http).get(
      url,
      { signal, headers: { accept: "image/*" }, ...(isTrusted ? {} : { lookup: publicLookup }) },
      (response) => {
        const { statusCode = 0, headers } = response;
        if (statusCode >= 300 && statusCode < 400 && headers.location && URL.canParse(headers.location, url)) {
          response.destroy();
          return resolvePromise({ redirect: new URL(headers.location, url) });
        }
        const chunks: Buffer[] = [];
        let size = 0;
        if (statusCode !== 200) response.destroy(new Error(`status ${statusCode}`));
        response.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxBytes) response.destroy(new Error("too large"));
          else chunks.push(chunk);
        });
        response.on("end", () => resolvePromise({ bytes: Buffer.concat(chunks) }));
        response.on("error", reject);
      },
    );
    outgoing.on("error", reject);
  });
