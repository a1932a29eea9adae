import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";

/** Answers `unavailable` until its tables have landed. */
export const manage = command(routes.chat.manage, async () => {
  throw new ApiError("unavailable");
});
