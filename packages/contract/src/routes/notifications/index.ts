export * from "./alarms.ts";
export * from "./mail.ts";
export * from "./notices.ts";
export * from "./push.ts";
export * from "./unread.ts";
