import type { Address } from "@tribe/contract";

/**
 * Output queues of Light's version-2 state trees, the same on all its clusters: an airdrop's payments are appended to one of
 * them.
 */
export const lightQueues = [
  "oq1na8gojfdUhsfCpyjNt6h4JaDWtHf1yQj4koBWfto",
  "oq2UkeMsJLfXt2QHzim242SUi3nvjJs8Pn7Eac9H9vg",
  "oq3AxjekBWgo64gpauB6QtuZNesuv19xrhaC1ZM1THQ",
  "oq4ypwvVGzCUMoiKKHWh4S1SgZJ9vCvKpcz6RT6A8dq",
  "oq5oh5ZR3yGomuQgFduNDzjtGvVWfDRGLuDVjv9a96P",
] as const satisfies readonly string[] as unknown as readonly [Address, ...Address[]]; // written above

/** The state trees, in the same order: a claim spends from a tree and its queue. */
export const lightTrees = [
  "bmt1LryLZUMmF7ZtqESaw7wifBXLfXHQYoE4GAmrahU",
  "bmt2UxoBxB9xWev4BkLvkGdapsz6sZGkzViPNph7VFi",
  "bmt3ccLd4bqSVZVeCJnH1F6C8jNygAhaDfxDwePyyGb",
  "bmt4d3p1a4YQgk9PeZv5s4DBUmbF5NxqYpk9HGjQsd8",
  "bmt5yU97jC88YXTuSukYHa8Z5Bi2ZDUtmzfkDTA2mG2",
] as const satisfies readonly string[] as unknown as readonly [Address, ...Address[]]; // written above

/** Offset in a queue's account of the number of leaves that were ever appended: a u64, little endian. */
export const queueLeavesOffset = 232 + 48;
