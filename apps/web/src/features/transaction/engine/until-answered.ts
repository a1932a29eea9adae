import { ApiError } from "@tribe/contract";

const tries = 3;

/**
 * Asks again while the answer is lost, three times in all: only for what is the same when it is asked twice (it has its
 * key). @throws what the last try threw, and at once what somebody answered.
 */
export const untilAnswered = async <T>(ask: () => Promise<T>): Promise<T> => {
  for (let left = tries; ; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      const isLost = error instanceof ApiError && error.code === "unavailable";
      if (!isLost || left === 1) throw error;
    }
  }
};
