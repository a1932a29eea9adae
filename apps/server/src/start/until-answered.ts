import { setTimeout as wait } from "node:timers/promises";
import { NoAnswerError } from "../engines/no-answer-error.ts";

const pauseMs = 1_000;
/** How often the operator is told that the start still waits. */
const noticeEveryMs = 30_000;

/**
 * Does the work again until the host answers: after an outage everything starts at once, in any order, and no restart by a supervisor
 * would make it answer sooner. @throws any other error of the work at once
 */
export const untilAnswered = async <Result>(
  work: () => Promise<Result>,
  onNotice: (line: string) => void,
): Promise<Result> => {
  let noticedAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      if (performance.now() - noticedAt >= noticeEveryMs) {
        onNotice(`${error.message} The start waits for it.`);
        noticedAt = performance.now();
      }
      await wait(pauseMs);
    }
  }
};
