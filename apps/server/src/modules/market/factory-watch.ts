import type { Worker } from "../../context/context.ts";
import { forgetFactoryState } from "./factory-state.ts";

/** Drops each process's cached state of the factory when it was paused or unpaused. */
export const factoryWatch: Worker = {
  name: "factory state",
  role: "web",
  start: async ({ bus, chain }) => {
    const stop = bus.subscribe("system.changed", () => forgetFactoryState(chain));
    return { stop: async () => stop() };
  },
};
