import type { TokenProfile } from "@tribe/contract";
import { isolated } from "@tribe/domain/people";
import { IconButton } from "@tribe/ui";
import { Share2 } from "@tribe/ui/icons";
import { dialogs } from "../dialogs/dialogs.ts";
import { tribeLink } from "../links/tribe-link.ts";

/** Opens the Tribe's picture with its link, to share. */
export const ShareButton = ({ token: { mint, name, symbol } }: { token: TokenProfile }) => (
  <IconButton
    label="Share"
    onClick={() =>
      dialogs.open("shareImage", {
        title: `Share ${isolated(name)}`,
        request: { kind: "tribe", mint },
        text: `${isolated(name)} on Tribe`,
        link: tribeLink(mint),
        fileName: `${symbol.toLowerCase()}-tribe.png`,
      })
    }
  >
    <Share2 aria-hidden size={20} />
  </IconButton>
);
