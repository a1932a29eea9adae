import { useQuery } from "@tanstack/react-query";
import { Button, EmptyState } from "@tribe/ui";
import { Flame, Hand, Mic } from "@tribe/ui/icons";
import { subscribersQuery } from "../../../shared/queries/token.ts";
import { peopleNow, peopleOf } from "../../../shared/realtime/people.ts";
import { useStore } from "../../../shared/state/store.ts";
import { canRecord } from "../../media/index.ts";
import { pendingSends } from "../pending-sends.ts";
import { roomQuery } from "../queries.ts";
import { useRoomParts } from "../room-context.ts";

/** Shown before the first message: who is online, with buttons to leave a voice note and to wave. */
export const EmptyRoom = () => {
  const { mint, me, isChief, record } = useRoomParts();
  const { data: room } = useQuery(roomQuery(mint));
  const { data: members = [] } = useQuery(subscribersQuery(mint));
  const { online } = peopleOf(useStore(peopleNow), mint);
  const here = members.filter(({ uid }) => uid !== me && online.has(uid)).map(({ displayName }) => displayName);
  const mayWrite = room !== undefined && (isChief || !room.settings.onlyChiefWrites);
  return (
    <div
      role="log"
      aria-label="Messages"
      aria-live="off"
      className="flex min-h-0 flex-1 flex-col justify-center overflow-y-auto"
    >
      <EmptyState
        icon={<Flame size={24} />}
        title="No messages yet"
        message={mayWrite ? ["Be the first.", hereWords(here)].join(" ").trim() : "The Chief writes first."}
      >
        {mayWrite ? (
          <div className="flex flex-wrap justify-center gap-2">
            {canRecord() ? (
              <Button icon={<Mic aria-hidden size={18} />} onClick={record}>
                Leave a voice note
              </Button>
            ) : null}
            <Button icon={<Hand aria-hidden size={18} />} onClick={() => pendingSends().send(mint, { text: "👋" })}>
              Wave
            </Button>
          </div>
        ) : null}
      </EmptyState>
    </div>
  );
};

/** The people who are online, in words. */
const hereWords = ([first, second, ...others]: readonly string[]): string => {
  if (first === undefined) return "";
  if (second === undefined) return `${first} is here.`;
  return others.length === 0
    ? `${first} and ${second} are here.`
    : `${first} and ${others.length + 1} others are here.`;
};
