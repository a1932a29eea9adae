import type { LiveEvent, LivePart } from "@tribe/contract/live";
import type { AppContext } from "../../../context/context.ts";
import type { LiveMediaEvent } from "../../../engines/live/port.ts";
import { recordLiveEvent } from "../store/records.ts";
import type { OpenRooms } from "./open-rooms.ts";

/** Handles events of the media engine: sends offers to their pages, stores records, and removes people whose media has ended. */
export const createMediaEvents = (
  { db, log }: Pick<AppContext, "db" | "log">,
  rooms: OpenRooms,
): {
  readonly take: (event: LiveMediaEvent) => void;
  /** Resolves when everything reported so far is stored. */
  readonly recorded: () => Promise<void>;
} => {
  /** Records are stored one after another, in the engine's order. */
  let recording: Promise<void> = Promise.resolve();

  const tell = (peerId: string, event: LiveEvent): void => {
    const known = rooms.byPeer(peerId);
    if (known) rooms.tell(known.live, known.member, event);
  };
  /** Sends a page what one of its connections needs, and keeps it in case its WebSocket is lost meanwhile. */
  const tellPart = (peerId: string, part: LivePart, event: LiveEvent): void => {
    rooms.byPeer(peerId)?.member.toldParts.set(part, event);
    tell(peerId, event);
  };
  const take = (event: LiveMediaEvent): void => {
    switch (event.kind) {
      case "offer":
        tellPart(event.peerId, event.part, { kind: "offer", part: event.part, sdp: event.sdp });
        return;
      case "answered":
        tellPart(event.peerId, event.part, { kind: "answered", part: event.part });
        return;
      case "connect":
        tell(event.peerId, { kind: "connect", url: event.url, token: event.token });
        return;
      case "line":
      case "uplink":
        tell(event.peerId, { kind: event.kind, line: event.line });
        return;
      case "lost": {
        const known = rooms.byPeer(event.peerId);
        if (known && event.hasFlooded)
          log.warn(
            { live: known.live.id, person: known.member.uid },
            "somebody sent more into a live than a page does, and was removed",
          );
        if (known) rooms.remove(known.live, known.member, "interrupted");
        return;
      }
      case "record": {
        const { record } = event;
        recording = recording
          .then(() =>
            db.transaction(async (tx) => {
              const mint = rooms.mintOf(record.liveId);
              if (mint) await recordLiveEvent(tx, mint, record);
            }),
          )
          .catch(
            (err: unknown) =>
              void log.error({ err, liveId: record.liveId }, "what happened in a live could not be recorded"),
          );
        return;
      }
      case "down":
        rooms.reopenAll();
        return;
    }
  };
  return { take, recorded: () => recording };
};
