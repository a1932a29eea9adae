import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";

/** Answers `unavailable` until its tables have landed. */
export const editMessage = command(routes.chat.editMessage, async () => {
  throw new ApiError("unavailable");
});
