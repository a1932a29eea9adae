import "./events.ts";

export { appendMessages } from "./append-messages.ts";
export { headSeqOf, messagesAfter } from "./log.ts";
export { messageFrame, presentMessages } from "./present.ts";
export { chatImplementations } from "./routes.ts";
export { createSendQueue, type SendQueue } from "./send-queue.ts";
