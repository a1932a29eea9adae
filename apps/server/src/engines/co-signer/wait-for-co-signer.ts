import { setTimeout as wait } from "node:timers/promises";
import { ApiError } from "@tribe/contract";
import type { Logger } from "pino";
import { ConfigError } from "../../settings/environment.ts";
import { connectCoSigner } from "./connect.ts";
import { type CoSignerEndpoint, endpointName } from "./endpoint.ts";
import type { CoSigner } from "./port.ts";

const tries = 60;
const pauseMs = 500;

/**
 * Connects to the process with the admin's key, which may be starting at the same time.
 * @throws ConfigError when it does not start, or our own certificates can't be used
 */
export const waitForCoSigner = async (endpoint: CoSignerEndpoint, log: Logger): Promise<CoSigner> => {
  for (let left = tries; ; left -= 1) {
    try {
      return await connectCoSigner(endpoint, log);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (left === 0)
        throw new ConfigError(
          `No process with the role keys answers at ${endpointName(endpoint)}${becauseOf(error)}. Start it first${
            endpoint.kind === "tls" ? "; over TLS each side must also know the other's certificate" : ""
          }.`,
          { cause: error },
        );
      await wait(pauseMs);
    }
  }
};

const becauseOf = ({ cause }: ApiError): string => (cause instanceof Error ? ` (${cause.message})` : "");
