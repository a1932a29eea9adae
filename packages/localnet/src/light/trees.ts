import { type Key, knownKey } from "../codec/keys.ts";

/** A Light state tree, with the queue of its new accounts and its CPI context account. */
export interface StateTree {
  readonly tree: Key;
  readonly queue: Key;
  readonly cpiContext: Key;
}

const names = [
  [
    "bmt1LryLZUMmF7ZtqESaw7wifBXLfXHQYoE4GAmrahU",
    "oq1na8gojfdUhsfCpyjNt6h4JaDWtHf1yQj4koBWfto",
    "cpi15BoVPKgEPw5o8wc2T816GE7b378nMXnhH3Xbq4y",
  ],
  [
    "bmt2UxoBxB9xWev4BkLvkGdapsz6sZGkzViPNph7VFi",
    "oq2UkeMsJLfXt2QHzim242SUi3nvjJs8Pn7Eac9H9vg",
    "cpi2yGapXUR3As5SjnHBAVvmApNiLsbeZpF3euWnW6B",
  ],
  [
    "bmt3ccLd4bqSVZVeCJnH1F6C8jNygAhaDfxDwePyyGb",
    "oq3AxjekBWgo64gpauB6QtuZNesuv19xrhaC1ZM1THQ",
    "cpi3mbwMpSX8FAGMZVP85AwxqCaQMfEk9Em1v8QK9Rf",
  ],
  [
    "bmt4d3p1a4YQgk9PeZv5s4DBUmbF5NxqYpk9HGjQsd8",
    "oq4ypwvVGzCUMoiKKHWh4S1SgZJ9vCvKpcz6RT6A8dq",
    "cpi4yyPDc4bCgHAnsenunGA8Y77j3XEDyjgfyCKgcoc",
  ],
  [
    "bmt5yU97jC88YXTuSukYHa8Z5Bi2ZDUtmzfkDTA2mG2",
    "oq5oh5ZR3yGomuQgFduNDzjtGvVWfDRGLuDVjv9a96P",
    "cpi5ZTjdgYpZ1Xr7B1cMLLUE81oTtJbNNAyKary2nV6",
  ],
] as const;

/** Light's state trees of version 2: the same on every cluster. */
export const stateTrees: readonly StateTree[] = names.map(([tree, queue, cpiContext]) => ({
  tree: knownKey(tree),
  queue: knownKey(queue),
  cpiContext: knownKey(cpiContext),
}));

/** The tree with this address, or with this queue. */
export const stateTreeAt = (key: Key): StateTree | undefined =>
  stateTrees.find(({ tree, queue }) => tree === key || queue === key);
