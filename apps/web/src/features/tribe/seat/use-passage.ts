import { useQuery } from "@tanstack/react-query";
import type { TokenProfile } from "@tribe/contract";
import { momentTexts } from "@tribe/domain/words";
import { useEffect, useRef, useState } from "react";
import { dialogs } from "../../../shared/dialogs/dialogs.ts";
import { takingSeat } from "../../../shared/hand/taking-seat.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { useLocalUser } from "../../../shared/queries/local-user.ts";
import { subscribersQuery } from "../../../shared/queries/token.ts";
import { seatPlace } from "../../../shared/tokens/seat-place.ts";
import { arrivedOf, type Passage, passageOf } from "./passage.ts";

/**
 * What has become of the person's seat while they look at the room. A seat that is theirs again without their doing, because
 * somebody else has sold, is said: nothing else would.
 */
export const usePassage = ({ mint, subscribeState, groupSize }: TokenProfile): Passage => {
  const [seen, setSeen] = useState<{ mint: string; state: typeof subscribeState; passage: Passage }>({
    mint,
    state: subscribeState,
    passage: null,
  });
  if (seen.mint !== mint) setSeen({ mint, state: subscribeState, passage: null });
  else if (seen.state !== subscribeState)
    setSeen({ mint, state: subscribeState, passage: passageOf(seen.state, subscribeState) });
  const user = useLocalUser();
  const { data: members = [] } = useQuery(subscribersQuery(mint));
  const { passage } = seen;
  const isBack = passage === "back";
  const seat = isBack && user ? (seatPlace(members, user.uid, groupSize)?.number ?? null) : null;
  const wasShown = useRef(false);
  useEffect(() => {
    if (passage === "out" && takingSeat.get() === mint) takingSeat.set(null);
  }, [passage, mint]);
  useEffect(() => {
    if (!isBack) wasShown.current = false;
    if (seat === null || wasShown.current) return;
    wasShown.current = true;
    // Who has brought it back themselves is told by the purchase's end.
    if (takingSeat.get() !== mint && dialogs.active() === null) toast.success(momentTexts.seatBack(seat, groupSize));
  }, [isBack, seat, mint, groupSize]);
  return passage;
};

/** Who has just taken a seat at a ring; others come and go, and they stay the one until somebody else arrives. */
export const useArriving = (keys: readonly string[]): string | null => {
  const [seen, setSeen] = useState<{ keys: readonly string[]; arriving: string | null }>({ keys, arriving: null });
  if (seen.keys.join() !== keys.join()) setSeen({ keys, arriving: arrivedOf(seen.keys, keys) ?? seen.arriving });
  return seen.arriving;
};
