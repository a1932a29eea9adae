import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import type { Logger } from "pino";
import webPush from "web-push";
import { isPublicAddress, publicLookup } from "../../net/public-address.ts";
import type { Push, PushAnswer, PushMessage, PushTarget } from "./port.ts";
import type { VapidKeys } from "./vapid-keys.ts";

/** Timeout for a push service's answer, ms. */
const timeoutMs = 10_000;
/** The longest accepted Retry-After, s. */
const longestRetryAfter = 24 * 3_600;
const connectionsPerHost = 50;

/** Options for sending pushes. */
export interface WebPushOptions {
  readonly vapid: VapidKeys;
  /** An origin of the operator's that may be any address (a stand-in). */
  readonly trustedOrigin: string | null;
  readonly log: Pick<Logger, "warn">;
}

/**
 * Sends pushes over HTTP. Endpoints come from browsers, so they are untrusted: it connects only by HTTPS to public addresses,
 * to exactly the address that was checked, and follows no redirect.
 */
export const openWebPush = ({ vapid, trustedOrigin, log }: WebPushOptions): Push => {
  const { subject, publicKey, privateKey } = vapid;
  const secure = new https.Agent({ keepAlive: true, maxSockets: connectionsPerHost, lookup: publicLookup });
  const plain = new http.Agent({ keepAlive: true, maxSockets: connectionsPerHost });
  const isTrusted = (url: URL): boolean => url.origin === trustedOrigin;

  const isUsable = (endpoint: string): boolean => {
    if (!URL.canParse(endpoint)) return false;
    const url = new URL(endpoint);
    if (isTrusted(url)) return true;
    const literal = url.hostname.replace(/^\[|\]$/g, "");
    if (url.protocol !== "https:" || url.username || url.password || (url.port !== "" && url.port !== "443"))
      return false;
    return isIP(literal) ? isPublicAddress(literal) : literal.includes(".");
  };

  const post = (url: URL, headers: http.OutgoingHttpHeaders, body: Buffer): Promise<PushAnswer> =>
    new Promise((resolve, reject) => {
      const isSecure = url.protocol === "https:";
      const request = (isSecure ? https : http).request(
        url,
        { method: "POST", headers, agent: isSecure ? secure : plain, signal: AbortSignal.timeout(timeoutMs) },
        (response) => {
          // The body is not used, but must be read to reuse the connection.
          response.resume();
          response.on("error", reject);
          response.on("end", () => resolve(answerOf(response)));
        },
      );
      request.on("error", reject);
      request.end(body);
    });

  return {
    applicationServerKey: publicKey,
    isUsable,
    send: async ({ endpoint, p256dh, auth }: PushTarget, message: PushMessage) => {
      // An operator may have removed a stand-in since.
      if (!isUsable(endpoint)) return { kind: "gone", status: 404 };
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh: toBase64url(p256dh), auth: toBase64url(auth) } },
        message.payload,
        {
          vapidDetails: { subject, publicKey, privateKey },
          TTL: message.ttlSeconds,
          urgency: message.urgency,
          topic: message.topic,
          contentEncoding: "aes128gcm",
        },
      );
      try {
        return await post(new URL(endpoint), headers, body ?? Buffer.alloc(0));
      } catch (err) {
        log.warn({ err, host: new URL(endpoint).host }, "a push service could not be reached");
        return { kind: "later", status: null, retryAfterSeconds: null };
      }
    },
    close: () => {
      secure.destroy();
      plain.destroy();
    },
  };
};

const toBase64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");

/** The meaning of a status (RFC 8030 sections 5 to 8). A redirect is refused: it could lead anywhere. */
const answerOf = ({ statusCode = 0, headers }: http.IncomingMessage): PushAnswer => {
  const status = statusCode;
  if (status >= 200 && status < 300) return { kind: "sent", status };
  if (status === 404 || status === 410) return { kind: "gone", status };
  if (status === 429 || status >= 500)
    return { kind: "later", status, retryAfterSeconds: retryAfterOf(headers["retry-after"], Date.now()) };
  return { kind: "refused", status };
};

/** Seconds, or a date (RFC 9110 section 10.2.3). Null when it is neither. */
export const retryAfterOf = (header: string | undefined, now: number): number | null => {
  if (header === undefined) return null;
  const seconds = /^[0-9]{1,9}$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1_000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), longestRetryAfter);
};
