import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";

/** Answers `unavailable` until its tables have landed. */
export const unreact = command(routes.chat.unreact, async () => {
  throw new ApiError("unavailable");
});
