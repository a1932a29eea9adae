import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import type { Config } from "../../config.ts";

/** Our own tools and tests make many people on one machine. */
const localFactor = 100;

/**
 * The network that an address belongs to, as a limit counts it: an IPv4 address by itself, of an IPv6 address the /64,
 * which is what one subscriber gets.
 */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (!("parts" in parsed)) return parsed.toString();
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return parsed.range() === "loopback" ? "loopback" : `${prefix.join(":")}::/64`;
};

/** Who sent a request that no route sees (an upgrade): behind so many proxies, by Fastify's own rule for `request.ip`. */
export const clientAddress = ({ headers, socket }: IncomingMessage, trustProxy: number): string => {
  const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
  // Each proxy adds whom it saw at the end.
  const hops = [
    socket.remoteAddress ?? "",
    ...forwarded
      .reverse()
      .map((address) => address.trim())
      .filter(Boolean),
  ];
  return hops[Math.min(trustProxy, hops.length - 1)] ?? "";
};

/** By what factor the limits of a network are wider: on a machine of one's own. */
export const localAllowance = ({ mode }: Pick<Config, "mode">, network: string): number =>
  mode === "local" && (network === "loopback" || network.startsWith("127.")) ? localFactor : 1;
