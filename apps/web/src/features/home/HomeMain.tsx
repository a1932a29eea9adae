import { Link } from "@tanstack/react-router";
import { Button, buttonClasses, classes } from "@tribe/ui";
import { Flame } from "@tribe/ui/icons";
import { useIsSignedIn } from "../../shared/api/access.ts";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { openCreate } from "../../shared/flow/openers.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { useMyChats } from "../../shared/queries/my-chats.ts";

/** Home's one main action: a Chief's own room, or the creation of a Tribe. A visitor's is to sign in, so it is quieter then. */
export const HomeMain = () => {
  const isSignedIn = useIsSignedIn();
  const user = useLocalUser();
  const { data: chats } = useMyChats();
  const own = user?.tokens[0];
  if (!own)
    return (
      <Button
        variant={isSignedIn ? "primary" : "secondary"}
        icon={<Flame aria-hidden size={18} className="max-sm:hidden" />}
        className="whitespace-nowrap"
        onClick={() => openCreate()}
      >
        <span>
          Create <span className="max-sm:sr-only">your </span>Tribe
        </span>
      </Button>
    );
  const room = chats?.find(({ mint }) => mint === own.mint);
  return (
    <Link
      to="/chat/$mint"
      params={{ mint: own.mint }}
      className={classes(buttonClasses("primary"), "max-w-56 gap-2 whitespace-nowrap")}
    >
      {room ? (
        <PersonAvatar seed={room.mint} src={room.pfp} name="" size={24} shape="token" />
      ) : (
        <Flame aria-hidden size={18} />
      )}
      <span className="min-w-0 truncate">
        Open <span className="max-sm:sr-only">{room ? <bdi>{room.name}</bdi> : "your Tribe"}</span>
      </span>
    </Link>
  );
};
