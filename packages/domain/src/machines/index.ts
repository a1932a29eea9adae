export * from "./chain-ticket.ts";
export * from "./creation-progress.ts";
export * from "./transaction-dialog.ts";
