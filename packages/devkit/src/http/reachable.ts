/**
 * An address as this process reaches it: names below `.localhost` are this machine (RFC 6761), which every browser that takes them
 * knows by itself, and not every system's resolver.
 */
export const reachable = (address: string | URL): URL => {
  const url = new URL(address);
  if (url.hostname.endsWith(".localhost")) url.hostname = "localhost";
  return url;
};
