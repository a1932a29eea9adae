import { clipboardTexts } from "@tribe/domain/words";
import { toast } from "../notices/toast.ts";

/** Puts a link on the clipboard and says so. */
export const copyLink = async (url: string): Promise<void> => {
  await navigator.clipboard.writeText(url).then(
    () => toast.success(clipboardTexts.link),
    () => toast.error(clipboardTexts.linkNotCopied),
  );
};

/** Shares a link with the device's share sheet, or copies it if there is none. */
export const shareLink = async (title: string, url: string): Promise<void> => {
  if (navigator.share) {
    const isDone = await navigator.share({ title, url }).then(
      () => true,
      // Closing the device's share sheet is not a failure.
      (error: unknown) => error instanceof DOMException && error.name === "AbortError",
    );
    if (isDone) return;
  }
  await copyLink(url);
};
