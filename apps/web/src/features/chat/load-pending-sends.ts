import { access } from "../../shared/api/access.ts";
import { realtime } from "../../shared/realtime/connection.ts";

let isMade = false;

/** Loads and creates the pending sends, once; after a failed load the next caller tries again. */
export const loadPendingSends = async () => {
  const { createPendingSends, pendingSends, providePendingSends, sendFiles } = await import("./pending-sends.ts");
  if (!isMade) providePendingSends(createPendingSends({ realtime: realtime(), access, files: sendFiles }));
  isMade = true;
  return pendingSends();
};
