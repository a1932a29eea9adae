import type { Logger } from "pino";
import { inSpan } from "../../context/tracing.ts";
import type { Bus, BusEvent, BusEventName, BusHandler } from "./port.ts";

/** The bus of one process. Handlers run immediately; an error in one is logged and does not stop the others. */
export const createInProcessBus = (log: Logger): Bus => {
  const handlers = new Map<BusEventName, Set<BusHandler<BusEventName>>>();
  return {
    subscribe: (type, handler) => {
      const set = handlers.get(type) ?? new Set();
      handlers.set(type, set);
      // The map's key guarantees that a handler gets only events of its own type.
      const erased = handler as unknown as BusHandler<BusEventName>;
      set.add(erased);
      return () => set.delete(erased);
    },
    publish: (event: BusEvent) => {
      for (const handler of handlers.get(event.type) ?? []) {
        const failed = (err: unknown) => log.error({ err, event: event.type }, "a bus handler failed");
        const attributes = { "tribe.event": event.type };
        // Of what no traced work wrote there is no span.
        const parent = event.trace ?? null;
        inSpan(`event ${event.type}`, { kind: "consumer", attributes, parent }, () => handler(event)).catch(failed);
      }
    },
  };
};
