export { type ClamdStandIn, eicar, startClamd } from "./clamd/start-clamd.ts";
export {
  type JupiterMarket,
  type JupiterStandIn,
  type SwapInstructions,
  startJupiter,
} from "./jupiter/start-jupiter.ts";
export { type KmsStandIn, startKms } from "./kms/start-kms.ts";
export type { Devkit, DevkitOptions } from "./options.ts";
export type { Acknowledged, Chat } from "./person/chat.ts";
export { createPerson, type Person, type PersonOptions } from "./person/person.ts";
export { fileStore, memoryStore, type PersonStore } from "./person/state.ts";
export { openTicketListener, type TicketListener } from "./person/ticket-listener.ts";
export type { TradeReceipt, TradeRequest } from "./person/trading.ts";
export { startDevkit } from "./start.ts";
export { type ReceivedSpan, startTraceReceiver, type TraceReceiver } from "./traces/start-trace-receiver.ts";
export { buildWorld, needsWorld, type WorldOptions } from "./world/build-world.ts";
export { worldAgeSeconds } from "./world/script.ts";
export { type RunningWorld, startWorld } from "./world/start-world.ts";
