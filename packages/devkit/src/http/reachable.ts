/**
 * A URL as this process can reach it: names below `.localhost` are this machine (RFC 6761). Browsers resolve them themselves,
 * but not every system's resolver does.
 */
export const reachable = (address: string | URL): URL => {
  const url = new URL(address);
  if (url.hostname.endsWith(".localhost")) url.hostname = "localhost";
  return url;
};
