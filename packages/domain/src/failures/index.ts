export { apiFailure, callFailure } from "./api-failures.ts";
export type { FailureWords } from "./failure-words.ts";
export { type KnownProgram, programFailure } from "./program-failures.ts";
export { type NetworkFailureCode, networkFailure, rpcFailure, rpcStatusFailure } from "./rpc-failures.ts";
export { type StepFailureCode, stepFailure } from "./step-failures.ts";
export { transactionFailure } from "./transaction-failures.ts";
export { walletFailure } from "./wallet-failures.ts";
