export * from "./fee-eligibility.ts";
export * from "./gates.ts";
export * from "./send-problem.ts";
export * from "./trade-problems.ts";
