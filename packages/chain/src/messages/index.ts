export * from "./create-data.ts";
export * from "./creation.ts";
export * from "./factory-messages.ts";
export * from "./initialize.ts";
export * from "./lifecycle-messages.ts";
export * from "./messages.ts";
export * from "./operations.ts";
export { preparePayout } from "./payout.ts";
export * from "./transfer.ts";
