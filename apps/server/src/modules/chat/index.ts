import type { RouteImplementation } from "../../http/implement.ts";
import { ban } from "./routes/ban.ts";
import { deleteMessage } from "./routes/delete-message.ts";
import { editMessage } from "./routes/edit-message.ts";
import { join } from "./routes/join.ts";
import { likes } from "./routes/likes.ts";
import { manage } from "./routes/manage.ts";
import { members } from "./routes/members.ts";
import { messages } from "./routes/messages.ts";
import { mine } from "./routes/mine.ts";
import { pin } from "./routes/pin.ts";
import { preview } from "./routes/preview.ts";
import { react } from "./routes/react.ts";
import { removeLinkPreview } from "./routes/remove-link-preview.ts";
import { report } from "./routes/report.ts";
import { room } from "./routes/room.ts";
import { search } from "./routes/search.ts";
import { seatNotes } from "./routes/seat-notes.ts";
import { settings } from "./routes/settings.ts";
import { shared } from "./routes/shared.ts";
import { subscribers } from "./routes/subscribers.ts";
import { unban } from "./routes/unban.ts";
import { unreact } from "./routes/unreact.ts";
import "./events.ts";

/** The API's calls about chats. Messages, read marks and typing go over the WebSocket. */
export const chatImplementations: readonly RouteImplementation[] = [
  ban,
  deleteMessage,
  editMessage,
  join,
  likes,
  manage,
  members,
  messages,
  mine,
  pin,
  preview,
  react,
  removeLinkPreview,
  report,
  room,
  search,
  seatNotes,
  settings,
  shared,
  subscribers,
  unban,
  unreact,
];

export { backlogOf, type LogEntry } from "./backlog.ts";
export { linkPreviewJob } from "./link-previews/link-preview-job.ts";
export { resolveReport } from "./resolve-report.ts";
export { appendMessages } from "./sending/append-messages.ts";
export { createSendQueue, type SendQueue } from "./sending/send-queue.ts";
export { findMessage, headSeqsOf } from "./store/log.ts";
export { markRead } from "./store/read-marks.ts";
export { messagePlace, moderationLog, openReports, recordNerf } from "./store/reports.ts";
export { publishTyping } from "./typing.ts";
