import type { TokenProfile } from "@tribe/contract";
import { IconButton } from "@tribe/ui";
import { Share2 } from "lucide-react";
import { toast } from "../../shared/toast.ts";

/** Shares the token's page through the device, or copies its link. */
export const ShareButton = ({ token }: { token: TokenProfile }) => {
  const share = async () => {
    const url = `${location.origin}/token/${token.mint}`;
    if (navigator.share) {
      const isDone = await navigator.share({ title: `${token.name} on Tribe`, url }).then(
        () => true,
        // A person who closes the device's own sheet has not met a failure.
        (error: unknown) => error instanceof DOMException && error.name === "AbortError",
      );
      if (isDone) return;
    }
    await navigator.clipboard.writeText(url).then(
      () => toast.success("Link copied to clipboard"),
      () => toast.error("The browser refused the clipboard. Copy the address of this page."),
    );
  };
  return (
    <IconButton label="Share" onClick={() => void share()}>
      <Share2 aria-hidden size={20} />
    </IconButton>
  );
};
