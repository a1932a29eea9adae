import type { Mint } from "@tribe/contract";

const last = new Map<Mint, Promise<unknown>>();

/**
 * Runs changes of one channel one after another in this process, before they take a database connection: if many people react to
 * one message, they would otherwise wait for its channel's lock there and hold up everybody else.
 */
export const serializeByChannel = async <Result>(mint: Mint, change: () => Promise<Result>): Promise<Result> => {
  const turn = (last.get(mint) ?? Promise.resolve()).then(change, change);
  last.set(mint, turn);
  try {
    return await turn;
  } finally {
    if (last.get(mint) === turn) last.delete(mint);
  }
};
