import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";

/** Answers `unavailable` until its tables have landed. */
export const removeLinkPreview = command(routes.chat.removeLinkPreview, async () => {
  throw new ApiError("unavailable");
});
