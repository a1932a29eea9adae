import { setTimeout as wait } from "node:timers/promises";
import { ApiError } from "@tribe/contract";
import { ConfigError } from "../../config.ts";
import type { CoSigner } from "./port.ts";
import { connectCoSigner } from "./socket.ts";

const tries = 60;
const pauseMs = 500;

/** Connects to the process with the admin's key, which may start at the same time. @throws ConfigError when it doesn't come. */
export const waitForCoSigner = async (socket: string): Promise<CoSigner> => {
  for (let left = tries; ; left -= 1) {
    try {
      return await connectCoSigner(socket);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (left === 0)
        throw new ConfigError(
          `No process with the role keys answers at ${socket} (TRIBE_KEYS_SOCKET). Start it first.`,
          {
            cause: error,
          },
        );
      await wait(pauseMs);
    }
  }
};
