import type { Call, ScriptedAnswer } from "../server/answers.ts";

/** Answers that arrive one after another, when the test lets them: on a slow line each is late. */
export const slowLine = (answers: readonly ScriptedAnswer[]) => {
  const waiting: (() => void)[] = [];
  return {
    answers: answers.map(
      ({ route, give }): ScriptedAnswer => ({
        route,
        give: async (call: Call) => {
          await new Promise<void>((resolve) => waiting.push(resolve));
          return give(call);
        },
      }),
    ),
    /** Lets the answer arrive that has been asked for first. @returns whether there was one */
    arrive: (): boolean => {
      const next = waiting.shift();
      next?.();
      return next !== undefined;
    },
  } as const;
};
