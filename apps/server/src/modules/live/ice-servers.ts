import { createHmac } from "node:crypto";
import type { Uid } from "@tribe/contract";
import type { LiveConfig } from "../../settings/config.ts";

/** How long the credentials are valid: a live may last a day. */
const lifetimeSeconds = 86_400;

/**
 * The servers by which a page reaches the media, with credentials that a TURN server checks by the shared secret (coturn's
 * `use-auth-secret`).
 */
export const iceServersFor = ({ stunUrl, turn }: LiveConfig, uid: Uid, now: number) => {
  const username = `${Math.floor(now / 1_000) + lifetimeSeconds}:${uid}`;
  return [
    ...(stunUrl ? [{ urls: stunUrl }] : []),
    ...(turn
      ? [{ urls: turn.url, username, credential: createHmac("sha1", turn.secret).update(username).digest("base64") }]
      : []),
  ];
};
