import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../../settings/config.ts";
import { localAllowance, networkOf } from "./network.ts";
import { callsPerMinute, type Rates } from "./rates.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Set by routes that count their calls in a class of their own. */
    isRated?: boolean;
  }
}

/** Many people may share one address, so a network may call this many times as often as one device. */
const networkFactor = 10;

/** What a limit is for: a class of the contract, or another path of ours. */
export type RatedPath = keyof typeof callsPerMinute | "picture" | "socket" | "other";

const perMinute = {
  ...callsPerMinute,
  picture: callsPerMinute.write,
  socket: callsPerMinute.write,
  other: callsPerMinute.read,
};

/** A counter's key, and its limit per minute. */
type Counted = readonly [key: string, limit: number];

/** What is counted of a network's calls. */
export const networkRate = (
  config: Pick<Config, "mode">,
  path: RatedPath,
  { ip }: Pick<FastifyRequest, "ip">,
): Counted => {
  const network = networkOf(ip);
  return [`${path}:network:${network}`, perMinute[path] * networkFactor * localAllowance(config, network)];
};

/** Counts a call for the network that it came from, in this process. @throws ApiError `too_many_requests` */
export const countNetwork = (
  config: Pick<Config, "mode">,
  rates: Rates,
  path: RatedPath,
  request: Pick<FastifyRequest, "ip">,
): void => rates.count(...networkRate(config, path, request));

/** Counts requests outside of the API's routes: pages, files, health, and missing paths. */
export const limitNetworks = (app: FastifyInstance, config: Pick<Config, "mode">, rates: Rates): void => {
  app.addHook("onRequest", async (request) => {
    if (!request.routeOptions.config.isRated) countNetwork(config, rates, "other", request);
  });
};
