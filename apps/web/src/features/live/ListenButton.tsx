import type { Mint } from "@tribe/contract";
import { Button } from "@tribe/ui";
import { Headphones } from "lucide-react";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { joinLive } from "./session/live-session.ts";

/** Goes into a live, for who has a seat. */
export const ListenButton = ({ mint }: { mint: Mint }) => {
  const user = useLocalUser();
  if (!user) return null;
  return (
    <Button
      small
      variant="primary"
      icon={<Headphones aria-hidden size={16} />}
      onClick={() => joinLive(mint, user.uid)}
    >
      Join live
    </Button>
  );
};
