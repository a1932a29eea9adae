import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";

/** Answers `unavailable` until its tables have landed. */
export const react = command(routes.chat.react, async () => {
  throw new ApiError("unavailable");
});
