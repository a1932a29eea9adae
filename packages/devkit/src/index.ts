export type { Devkit, DevkitOptions } from "./options.ts";
export type { Acknowledged, Chat } from "./person/chat.ts";
export { createPerson, type Person, type PersonOptions } from "./person/person.ts";
export { fileStore, memoryStore, type PersonStore } from "./person/state.ts";
export type { TradeReceipt, TradeWish } from "./person/trading.ts";
export { startDevkit } from "./start.ts";
