import "./events.ts";

export { headSeqOf, messagesAfter } from "./log.ts";
export { messageFrame, presentMessages } from "./present.ts";
export { chatImplementations } from "./routes.ts";
export { sendMessage } from "./send-message.ts";
