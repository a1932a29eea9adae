import type { Mint } from "@tribe/contract";
import { liveTexts } from "@tribe/domain/words";
import { Button, classes } from "@tribe/ui";
import { Headphones } from "@tribe/ui/icons";
import { canLive } from "../../shared/live/can-live.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { joinLive } from "./session/live-session.ts";

/** Joins a live session, for people with a seat. `isAmongSeats`: on touch screens only its touch target is larger, not the button. */
export const ListenButton = ({ mint, isAmongSeats = false }: { mint: Mint; isAmongSeats?: boolean }) => {
  const user = useLocalUser();
  if (!user) return null;
  if (!canLive()) return <p className="max-w-36 text-xs text-muted">{liveTexts.unsupported}</p>;
  return (
    <Button
      small
      variant="primary"
      data-invites={isAmongSeats ? "" : undefined}
      icon={<Headphones aria-hidden size={16} />}
      onClick={() => joinLive(mint, user.uid)}
      className={classes(
        isAmongSeats && "pointer-coarse:min-h-9! pointer-coarse:after:absolute pointer-coarse:after:-inset-1",
      )}
    >
      Join live
    </Button>
  );
};
