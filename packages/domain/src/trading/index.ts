export * from "./fee-eligibility.ts";
export * from "./gates.ts";
export * from "./price-impact.ts";
export * from "./send-problem.ts";
export * from "./top-up.ts";
export * from "./trade-problems.ts";
