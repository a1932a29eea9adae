import { access } from "../../shared/api/access.ts";
import { realtime } from "../../shared/realtime/connection.ts";

let isMade = false;

/** Loads the outbox and makes it, once; a failure to load is tried again by whoever needs it next. */
export const loadOutbox = async () => {
  const { createOutbox, outbox, provideOutbox } = await import("./outbox.ts");
  if (!isMade) provideOutbox(createOutbox({ realtime: realtime(), access }));
  isMade = true;
  return outbox();
};
