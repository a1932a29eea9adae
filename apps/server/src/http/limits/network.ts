import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import type { Config } from "../../settings/config.ts";

/** Our own tools and tests create many people on one machine. */
const localFactor = 100;

/**
 * The network of an address, for limits: an IPv4 address itself, the /64 of an IPv6 address, which is what one subscriber
 * gets.
 */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (!("parts" in parsed)) return parsed.toString();
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return parsed.range() === "loopback" ? "loopback" : `${prefix.join(":")}::/64`;
};

/**
 * The client's address of a request outside of all routes (an upgrade): behind this many proxies, by Fastify's rule for
 * `request.ip`.
 */
export const clientAddress = ({ headers, socket }: IncomingMessage, trustProxy: number): string => {
  const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
  // Each proxy appends the address that it saw.
  const hops = [
    socket.remoteAddress ?? "",
    ...forwarded
      .reverse()
      .map((address) => address.trim())
      .filter(Boolean),
  ];
  return hops[Math.min(trustProxy, hops.length - 1)] ?? "";
};

/** The factor by which a network's limits are raised on a local machine. */
export const localAllowance = ({ mode }: Pick<Config, "mode">, network: string): number =>
  mode === "local" && (network === "loopback" || network.startsWith("127.")) ? localFactor : 1;
