import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";

/** A log record of the page. */
export const log = command(routes.system.log, async ({ ctx, body, session, deviceId }) => {
  ctx.log[body.level]({ page: { ...body, uid: session?.uid, deviceId } }, "the page says");
  return {};
});
