import type { LocalUser, Mint } from "@tribe/contract";
import { defaultGroupSize } from "@tribe/contract";
import { Button } from "@tribe/ui";
import { Flame, SeatRing } from "@tribe/ui/seats";
import { Share2 } from "lucide-react";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { shareLink } from "../../shared/links/share-link.ts";

/** The Tribe that was just made: its Chief at the fire, and every seat around it free. */
export const TribeIsLive = ({
  user,
  mint,
  status,
  onOpen,
}: {
  user: LocalUser;
  mint: Mint;
  /** The creation's own word for its end. */
  status: string;
  onOpen: () => void;
}) => (
  <>
    <div className="overflow-hidden rounded-card [&>div]:border-b-0">
      <SeatRing
        label="Seats"
        chief={{
          key: user.uid,
          label: `${user.displayName}, Chief`,
          margin: 1,
          isYou: true,
          mark: "chief",
          picture: (size) => <PersonAvatar seed={user.uid} src={user.pfp} name="" size={Math.ceil(size)} />,
          onOpen,
        }}
        seats={[]}
        count={defaultGroupSize}
        height={220}
        arrives
      >
        <div className="pointer-events-none absolute top-1/2 left-1/2 flex -translate-1/2 flex-col items-center gap-1 text-center">
          <span className="animate-kindle">
            <Flame size={40} />
          </span>
          <p className="max-w-40 truncate text-sm font-semibold">{user.displayName}</p>
        </div>
      </SeatRing>
    </div>
    <div className="mt-5 flex flex-col items-center gap-1 text-center">
      <p role="status" className="text-sm text-muted">
        {status}
      </p>
      <p className="font-display text-xl font-bold">Your Tribe is live. Say hello.</p>
      <p className="text-sm text-muted text-pretty">
        {defaultGroupSize} seats, all free. Share it, and the first ones to come take them.
      </p>
    </div>
    <div className="mt-5 flex flex-col gap-1">
      <Button look="main" className="min-h-12" onClick={onOpen}>
        Open your chat
      </Button>
      <Button
        look="quiet"
        className="min-h-12"
        icon={<Share2 aria-hidden size={18} />}
        onClick={() => void shareLink(`${user.displayName} on Tribe`, `${location.origin}/token/${mint}`)}
      >
        Share your Tribe
      </Button>
    </div>
  </>
);
