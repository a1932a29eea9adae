import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";

/** Answers `unavailable` until its tables have landed. */
export const ban = command(routes.chat.ban, async () => {
  throw new ApiError("unavailable");
});
