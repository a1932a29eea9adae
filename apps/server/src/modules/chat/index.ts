import type { RouteImplementation } from "../../http/implement.ts";
import { join } from "./routes/join.ts";
import { messages } from "./routes/messages.ts";
import { mine } from "./routes/mine.ts";
import { subscribers } from "./routes/subscribers.ts";
import "./events.ts";

/** What the chat module answers. Sending goes over the WebSocket. */
export const chatImplementations: readonly RouteImplementation[] = [join, subscribers, messages, mine];

export { appendMessages } from "./append-messages.ts";
export { headSeqOf, messagesAfter } from "./log.ts";
export { messageFrame, presentMessages } from "./present.ts";
export { createSendQueue, type SendQueue } from "./send-queue.ts";
