export * from "./airdrop-costs.ts";
export * from "./airdrop-list.ts";
export * from "./airdrop-messages.ts";
export * from "./airdrop-token.ts";
export * from "./check-message.ts";
export * from "./light-trees.ts";
export {
  buildLookupTableMessage,
  isOurLookupTable,
  localnetLookupTable,
  lookupTableAddress,
} from "./lookup-table.ts";
export * from "./once-account.ts";
