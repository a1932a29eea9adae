import { access } from "../../shared/api/access.ts";
import { realtime } from "../../shared/realtime/connection.ts";

let isMade = false;

/** Loads what keeps and sends messages and makes it, once; a failure to load is tried again by whoever needs it next. */
export const loadPendingSends = async () => {
  const { createPendingSends, pendingSends, providePendingSends } = await import("./pending-sends.ts");
  if (!isMade) providePendingSends(createPendingSends({ realtime: realtime(), access }));
  isMade = true;
  return pendingSends();
};
