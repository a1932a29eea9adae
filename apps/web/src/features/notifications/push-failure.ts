import { wordsOf } from "../../shared/api/errors.ts";
import { toast } from "../../shared/notices/toast.ts";
import { PushError } from "../../shared/push/push-browser.ts";

/** Shows why push notifications could not be turned on, turned off or tested. */
export const sayPushFailed = (error: unknown): void => {
  toast.error(error instanceof PushError ? error.message : wordsOf(error).title);
};
