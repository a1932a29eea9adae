import { setTimeout as wait } from "node:timers/promises";
import { ApiError } from "@tribe/contract";
import type { Logger } from "pino";
import { NoAnswerError } from "../no-answer-error.ts";
import { connectCoSigner } from "./connect.ts";
import { type CoSignerEndpoint, endpointName } from "./endpoint.ts";
import type { CoSigner } from "./port.ts";

/** For as long as two processes that start together may take; the caller says what it waits for, and goes on. */
const tries = 6;
const pauseMs = 500;

/**
 * Connects to the process with the admin's key, which may be starting at the same time.
 * @throws NoAnswerError while it does not start, ConfigError when our own certificates can't be used
 */
export const waitForCoSigner = async (endpoint: CoSignerEndpoint, log: Logger): Promise<CoSigner> => {
  for (let left = tries; ; left -= 1) {
    try {
      return await connectCoSigner(endpoint, log);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (left === 0)
        throw new NoAnswerError(
          `No process with the role keys answers at ${endpointName(endpoint)}${becauseOf(error)}${
            endpoint.kind === "tls" ? ", or one side does not know the other's certificate" : ""
          }.`,
          { cause: error },
        );
      await wait(pauseMs);
    }
  }
};

const becauseOf = ({ cause }: ApiError): string => (cause instanceof Error ? ` (${cause.message})` : "");
