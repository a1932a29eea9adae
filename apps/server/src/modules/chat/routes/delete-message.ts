import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";

/** Answers `unavailable` until its tables have landed. */
export const deleteMessage = command(routes.chat.deleteMessage, async () => {
  throw new ApiError("unavailable");
});
