import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";

/** Answers `unavailable` until its tables have landed. */
export const report = command(routes.chat.report, async () => {
  throw new ApiError("unavailable");
});
