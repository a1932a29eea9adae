import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";

/** Answers `unavailable` until its tables have landed. */
export const pin = command(routes.chat.pin, async () => {
  throw new ApiError("unavailable");
});
