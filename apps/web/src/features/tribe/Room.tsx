import type { Mint, TokenProfile } from "@tribe/contract";
import { Skeleton } from "@tribe/ui";
import { type ReactNode, Suspense, useCallback, useMemo, useState } from "react";
import { liveHere } from "../../shared/live/lives.ts";
import { ComposerLoading, MessagesLoading } from "../../shared/loading/MessagesLoading.tsx";
import { unreadOf, useMyChats } from "../../shared/queries/my-chats.ts";
import { useStore } from "../../shared/state/store.ts";
import { ChatRoom } from "../chat/index.ts";
import { LiveStage } from "../live/index.ts";
import { Door } from "./Door.tsx";
import type { Passage } from "./seat/passage.ts";
import { SeatRisk } from "./seat/SeatRisk.tsx";
import { usePassage } from "./seat/use-passage.ts";
import { Stage } from "./stage/Stage.tsx";
import type { AwaitedSeat } from "./use-next-step.ts";

const loading = (
  <>
    <MessagesLoading label="Loading the chat" />
    <ComposerLoading />
  </>
);

/**
 * Whether the person reads here: there is something unread, they have scrolled up, or they write. Once they have unfolded the seats,
 * they have them for the rest of the visit. What is unread counts as it is known when the room opens: later the messages would move.
 */
const useReadingHere = (mint: Mint, passage: Passage) => {
  const chats = useMyChats().data;
  const [state, setState] = useState<"arrived" | "reading" | "unfolded">(() =>
    unreadOf(chats, mint) > 0 ? "reading" : "arrived",
  );
  // Whoever is back sees the ring in which they sit again.
  const [seen, setSeen] = useState(passage);
  if (seen !== passage) {
    setSeen(passage);
    if (passage === "back") setState("arrived");
  }
  const onReading = useCallback(() => setState((before) => (before === "arrived" ? "reading" : before)), []);
  const isReading = state === "reading";
  const reading = useMemo(() => ({ isReading, onUnfold: () => setState("unfolded") }), [isReading]);
  return { reading, onReading };
};

/**
 * The stage with the seats, and the chat; for people without a seat, what they need for one. A person who had a seat at the last
 * visit may have lost it since: until the server has answered, they see the cached messages and can't write. Nobody is shown as
 * being without a seat before the server has answered.
 */
export const Room = ({
  token,
  awaited: { isSeat, isHolding },
  onMembers,
  action,
  isAside = false,
}: {
  token: TokenProfile;
  awaited: AwaitedSeat;
  onMembers: () => void;
  /** The next step for a person without a seat, if it has no bar of its own. */
  action: ReactNode;
  /** Whether a panel beside it has the screen's primary button. */
  isAside?: boolean;
}) => {
  const isInside = token.subscribeState === "active" || token.subscribeState === "chief";
  const passage = usePassage(token);
  const { reading, onReading } = useReadingHere(token.mint, passage);
  const [pinSlot, setPinSlot] = useState<HTMLElement | null>(null);
  const isLiveHere = useStore(liveHere) === token.mint;
  return (
    <>
      {isInside && isLiveHere ? (
        <Suspense fallback={<Skeleton className="h-72 shrink-0 rounded-none" />}>
          <LiveStage token={token} />
        </Suspense>
      ) : (
        <Stage token={token} onMembers={onMembers} reading={reading} pinSlot={setPinSlot} passage={passage} />
      )}
      {isInside && !isSeat ? <SeatRisk token={token} /> : null}
      {isInside ? (
        <Suspense fallback={loading}>
          <ChatRoom
            key={token.mint}
            token={token}
            isAside={isAside}
            isUnsure={isSeat}
            onReading={onReading}
            pinSlot={pinSlot}
          />
        </Suspense>
      ) : isHolding ? (
        loading
      ) : (
        <Door key={token.mint} token={token} action={action} />
      )}
    </>
  );
};
