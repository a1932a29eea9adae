import { texts } from "@tribe/domain/words";
import { codeOf } from "../../shared/api/error-code.ts";

/** The message when a bio could not be saved. */
export const bioFailure = (error: unknown): string =>
  codeOf(error) === "unauthorized" ? texts.profileLoginRequired : texts.profileSaveFailed;
