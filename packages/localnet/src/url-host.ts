/** The host in a URL for an address to listen on: one that a client on this machine can use. */
export function urlHost(bound: string): string {
  if (bound === "0.0.0.0") return "127.0.0.1";
  if (bound === "::") return "[::1]";
  return bound.includes(":") ? `[${bound}]` : bound;
}
