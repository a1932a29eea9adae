import type { Worker } from "../../context.ts";
import { forgetFactoryState } from "./factory-state.ts";

/** Makes a pause known at once to whoever answers calls: what was read of the factory before is of no use. */
export const factoryWatch: Worker = {
  name: "factory state",
  role: "web",
  start: async ({ bus, chain }) => {
    const stop = bus.subscribe("system.changed", () => forgetFactoryState(chain));
    return { stop: async () => stop() };
  },
};
