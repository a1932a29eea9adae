/** A request's target, split into its parts. */
export interface Target {
  /** As it was sent, percent-encoding included. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Scheme and host of a target in absolute form, as sent to a proxy (RFC 9112, 3.2.2). */
const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Splits a request's target. It never throws, unlike `new URL` for `//`: clients can send any target. */
export const readTarget = (target: string | undefined): Target => {
  const local = (target ?? "/").replace(authority, "");
  const at = local.indexOf("?");
  const path = at < 0 ? local : local.slice(0, at);
  return { path: path || "/", query: new URLSearchParams(at < 0 ? "" : local.slice(at + 1)) };
};
