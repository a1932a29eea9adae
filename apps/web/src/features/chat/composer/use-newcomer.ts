import { useQueryClient } from "@tanstack/react-query";
import { uploadLimits } from "@tribe/contract";
import { linksIn } from "@tribe/domain/links";
import { newcomerTexts } from "@tribe/domain/words";
import { refreshAfter } from "../../../shared/queries/stale.ts";
import { useServerFrames } from "../../../shared/realtime/hooks.ts";
import { useStore } from "../../../shared/state/store.ts";
import { serverNow } from "../../../shared/time/server-time.ts";
import type { Outgoing } from "../log/chat-lines.ts";
import { pendingSends } from "../pending-sends.ts";
import type { Room } from "../queries.ts";
import { useRoomParts } from "../room-context.ts";

/** What a newcomer's limit means for the message that is being written. */
export interface NewcomerLimit {
  /** How many of the tray's files the next message may have. */
  readonly maxFiles: number;
  /** What to say above the field; null for nothing. */
  readonly note: string | null;
  /** Its link would be refused. */
  readonly isLinkRefused: boolean;
}

const none: NewcomerLimit = { maxFiles: uploadLimits.attachmentsPerMessage, note: null, isLinkRefused: false };
/** On their way, and not counted by the server yet. */
const isSending = ({ state }: Outgoing): boolean => state.kind === "sending";

/** What this person may send, if they are new here: docs/decisions/0201. @param text the message that is being written */
export const useNewcomer = (room: Room | null, text: string, fileCount: number): NewcomerLimit => {
  const { mint, me } = useRoomParts();
  const cache = useQueryClient();
  const now = serverNow();
  const newcomer = room?.newcomer && room.newcomer.until > now ? room.newcomer : null;
  const own = useStore(pendingSends().waiting).filter(({ frame }) => frame.mint === mint);
  const sending = own.filter(isSending);
  useServerFrames((frame) => {
    if (!newcomer) return;
    const isOwn = frame.type === "message" && frame.message.mint === mint && frame.message.author.uid === me;
    const isCounted = isOwn && (frame.message.attachments.length > 0 || linksIn(frame.message.text).length > 0);
    const isRefused = frame.type === "refused" && frame.code === "newcomer_limited";
    // The server counts what has arrived, also from another device.
    if (isCounted || isRefused) void refreshAfter(cache, { kind: "allowanceChanged", mint });
  });
  if (!newcomer) return none;
  const { until } = newcomer;
  const onTheirWay = sending.reduce((sum, { files = [] }) => sum + files.length, 0);
  const filesLeft = Math.max(0, newcomer.filesLeft - onTheirWay);
  const linksLeft = Math.max(
    0,
    newcomer.linksLeft - sending.filter(({ frame }) => linksIn(frame.text).length > 0).length,
  );
  const hasLink = linksIn(text).length > 0;
  const notes = [
    ...(fileCount > 0 ? [newcomerTexts.files(filesLeft, fileCount, until, now)] : []),
    ...(hasLink ? [newcomerTexts.links(linksLeft, until, now)] : []),
  ];
  return {
    maxFiles: Math.min(none.maxFiles, filesLeft),
    note: notes.join(" ") || null,
    isLinkRefused: hasLink && linksLeft === 0,
  };
};
