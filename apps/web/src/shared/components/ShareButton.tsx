import type { TokenProfile } from "@tribe/contract";
import { IconButton } from "@tribe/ui";
import { Share2 } from "lucide-react";
import { shareLink } from "../links/share-link.ts";

/** Shares the token's page through the device, or copies its link. */
export const ShareButton = ({ token }: { token: TokenProfile }) => (
  <IconButton
    label="Share"
    onClick={() => void shareLink(`${token.name} on Tribe`, `${location.origin}/token/${token.mint}`)}
  >
    <Share2 aria-hidden size={20} />
  </IconButton>
);
