import { useEffect, useState } from "react";
import { pendingSends } from "../pending-sends.ts";
import type { Room } from "../queries.ts";
import { useRoomParts } from "../room-context.ts";

/** Seconds until the person may write again; 0 for now. The Chief never waits. */
export const useSlowMode = (room: Room | null, isChief: boolean): number => {
  const { mint } = useRoomParts();
  const seconds = isChief ? 0 : (room?.settings.slowMode ?? 0);
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(() => Date.now());
  const waitSeconds = room?.waitSeconds ?? 0;
  useEffect(() => setUntil(Date.now() + waitSeconds * 1_000), [waitSeconds]);
  useEffect(() => {
    const sending = () =>
      pendingSends()
        .waiting.get()
        .flatMap(({ frame, state }) => (frame.mint === mint && state.kind === "sending" ? frame.clientId : []));
    let known = new Set(sending());
    return pendingSends().waiting.subscribe(() => {
      const all = sending();
      const isNew = all.some((clientId) => !known.has(clientId));
      known = new Set(all);
      if (isNew) setUntil(Date.now() + seconds * 1_000);
    });
  }, [seconds, mint]);
  const isWaiting = seconds > 0 && until > now;
  useEffect(() => {
    setNow(Date.now());
    if (seconds === 0 || until <= Date.now()) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [seconds, until]);
  return isWaiting ? Math.ceil((until - now) / 1_000) : 0;
};
