/** A request's target, taken apart. */
export interface Target {
  /** As it was sent, percent-encoding included. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Scheme and host of a target as a proxy is asked for it (RFC 9112, 3.2.2). */
const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Takes a request's target apart. It never throws, which `new URL` does for `//`: whoever connects chooses the target. */
export const readTarget = (target: string | undefined): Target => {
  const local = (target ?? "/").replace(authority, "");
  const at = local.indexOf("?");
  const path = at < 0 ? local : local.slice(0, at);
  return { path: path || "/", query: new URLSearchParams(at < 0 ? "" : local.slice(at + 1)) };
};
