export { apiFailure } from "./api-failures.ts";
export { appFailure } from "./app-failures.ts";
export { callbackFailure, failureBecauseOf, signFailure } from "./composed-failures.ts";
export { type ExplainedFailure, explainFailure } from "./explain.ts";
export {
  apiCodeOf,
  beforeSending,
  callFailure,
  failureByCode,
  failureOfReason,
  withRequest,
} from "./failure-by-code.ts";
export { detailsAsText, detailsOfCode, type FailureDetails, failureDetails } from "./failure-details.ts";
export { type FailureWords, tryAgainSoon } from "./failure-words.ts";
export { curveFailures } from "./programs/curve-failures.ts";
export { poolFailures } from "./programs/pool-failures.ts";
export { programFailure } from "./programs/program-failures.ts";
export { type OurPrograms, parseProgramError } from "./programs/program-logs.ts";
export { retryTime } from "./retry-time.ts";
export { networkFailure, rpcFailure } from "./rpc-failures.ts";
export { stepFailure } from "./step-failures.ts";
export { walletFailure } from "./wallet-failures.ts";
