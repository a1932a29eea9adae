export * from "./airdrop-task.ts";
export * from "./claim-groups.ts";
export * from "./fee-estimate.ts";
export * from "./lacking.ts";
export * from "./least-amount.ts";
export * from "./split.ts";
