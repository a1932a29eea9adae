export * from "./chain-ticket.ts";
export * from "./create-tribe.ts";
export * from "./transaction-dialog.ts";
