import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import { localAllowance, networkOf } from "./network.ts";
import { callsPerMinute, type Rates } from "./rates.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Set by routes that count their calls by a class of their own. */
    isRated?: boolean;
  }
}

/** Many people may share one address, so a network may call this many times as often as one device. */
const networkFactor = 10;

/** What is limited: a class of the contract, or a path of ours beside it. */
export type RatedPath = keyof typeof callsPerMinute | "picture" | "socket" | "other";

const perMinute = {
  ...callsPerMinute,
  picture: callsPerMinute.write,
  socket: callsPerMinute.write,
  other: callsPerMinute.read,
};

/** Counts a call for the network that it came from. @throws ApiError `too_many_requests` */
export const countNetwork = (
  config: Pick<Config, "mode">,
  rates: Rates,
  path: RatedPath,
  request: Pick<FastifyRequest, "ip">,
): void => {
  const network = networkOf(request.ip);
  rates.count(`${path}:network:${network}`, perMinute[path] * networkFactor * localAllowance(config, network));
};

/** Counts what no route counts by itself: pages, files, health, and whatever is not there. */
export const limitNetworks = (app: FastifyInstance, config: Pick<Config, "mode">, rates: Rates): void => {
  app.addHook("onRequest", async (request) => {
    if (!request.routeOptions.config.isRated) countNetwork(config, rates, "other", request);
  });
};
