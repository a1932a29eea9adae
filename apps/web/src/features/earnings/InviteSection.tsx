import type { Address } from "@tribe/contract";
import { texts } from "@tribe/domain/words";
import { Button, IconButton } from "@tribe/ui";
import { Copy, Share2 } from "@tribe/ui/icons";
import { copyLink, shareLink } from "../../shared/links/share-link.ts";
import { inviteLink } from "../../shared/storage/inviter.ts";

/** The person's invitation link: people who sign up after opening it count as invited by them. */
export const InviteSection = ({ address }: { address: Address | null }) => {
  const link = address ? inviteLink(address) : null;
  return (
    <section aria-labelledby="invite-heading" className="flex flex-col gap-3 rounded-card bg-surface p-4">
      <div className="flex flex-col gap-1">
        <h2 id="invite-heading" className="font-display text-lg font-semibold">
          Invite people
        </h2>
        <p className="text-sm text-muted text-pretty">
          You earn a share of our fee whenever someone you invited trades. It goes straight to your wallet and costs
          them nothing.
        </p>
      </div>
      {link ? (
        <div className="flex flex-wrap items-center gap-2">
          <input
            readOnly
            aria-label="Your invite link"
            value={link}
            onFocus={(event) => event.target.select()}
            className="min-h-11 min-w-0 flex-1 basis-52 truncate rounded-control border border-line-strong bg-bg px-3 text-sm"
          />
          <Button variant="primary" onClick={() => void copyLink(link)}>
            <Copy aria-hidden size={16} />
            Copy link
          </Button>
          <IconButton label="Share your invite link" onClick={() => void shareLink("Join me on Tribe", link)}>
            <Share2 aria-hidden size={20} />
          </IconButton>
        </div>
      ) : (
        <p className="text-sm text-muted">{texts.walletNotReady}</p>
      )}
    </section>
  );
};
