import { wordsOf } from "../../shared/api/errors.ts";
import { toast } from "../../shared/notices/toast.ts";
import { PushError } from "../../shared/push/push-browser.ts";

/** Says why pushes could not be turned on, off or tried. */
export const sayPushFailed = (error: unknown): void => {
  toast.error(error instanceof PushError ? error.message : wordsOf(error).title);
};
