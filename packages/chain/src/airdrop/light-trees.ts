import type { Address } from "@tribe/contract";

/**
 * Output queues of Light's state trees of version 2, the same on all its clusters: what an airdrop pays is appended to
 * one of them.
 */
export const lightQueues = [
  "oq1na8gojfdUhsfCpyjNt6h4JaDWtHf1yQj4koBWfto",
  "oq2UkeMsJLfXt2QHzim242SUi3nvjJs8Pn7Eac9H9vg",
  "oq3AxjekBWgo64gpauB6QtuZNesuv19xrhaC1ZM1THQ",
  "oq4ypwvVGzCUMoiKKHWh4S1SgZJ9vCvKpcz6RT6A8dq",
  "oq5oh5ZR3yGomuQgFduNDzjtGvVWfDRGLuDVjv9a96P",
] as const satisfies readonly string[] as unknown as readonly [Address, ...Address[]]; // written above

/** Where a queue's account says how many leaves were ever appended: a u64, little endian. */
export const queueLeavesOffset = 232 + 48;
