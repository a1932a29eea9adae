import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";

/** Answers `unavailable` until its tables have landed. */
export const unban = command(routes.chat.unban, async () => {
  throw new ApiError("unavailable");
});
