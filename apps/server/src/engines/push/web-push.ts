import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import type { Logger } from "pino";
import webPush from "web-push";
import { isPublicAddress, publicLookup } from "../../public-address.ts";
import type { Push, PushAnswer, PushMessage, PushTarget } from "./port.ts";
import type { VapidKeys } from "./vapid-keys.ts";

/** Milliseconds that a push service has for its answer. */
const timeoutMs = 10_000;
/** Seconds that a service may ask us to wait at most. */
const longestRetryAfter = 24 * 3_600;
const connectionsPerHost = 50;

/** How pushes go out. */
export interface WebPushOptions {
  readonly vapid: VapidKeys;
  /** An origin of the operator's own that may lie anywhere (a stand-in). */
  readonly trustedOrigin: string | null;
  readonly log: Pick<Logger, "warn">;
}

/**
 * Pushes over HTTP. Endpoints are named by browsers, which is to say by anybody: only HTTPS and only public addresses are
 * connected to, the very address that is checked, and no redirect is followed.
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
          // What it says is of no use to us; the connection is, once it has been read.
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
      // An operator may have taken a stand-in away since.
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

/** What a status means (RFC 8030 sections 5 to 8). A redirect is refused: it could lead anywhere. */
const answerOf = ({ statusCode = 0, headers }: http.IncomingMessage): PushAnswer => {
  const status = statusCode;
  if (status >= 200 && status < 300) return { kind: "sent", status };
  if (status === 404 || status === 410) return { kind: "gone", status };
  if (status === 429 || status >= 500)
    return { kind: "later", status, retryAfterSeconds: retryAfterOf(headers["retry-after"], Date.now()) };
  return { kind: "refused", status };
};

/** Seconds, or a date (RFC 9110 section 10.2.3). Null for what says neither. */
export const retryAfterOf = (header: string | undefined, now: number): number | null => {
  if (header === undefined) return null;
  const seconds = /^[0-9]{1,9}$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1_000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), longestRetryAfter);
};
