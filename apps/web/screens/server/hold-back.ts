/** Holds answers back until the test releases them, so that what the page shows meanwhile can be looked at. */
export const holdBack = () => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    /** Makes an answer, or what gives it, wait. Undefined: the answer is undefined, as the page reads nothing of it. */
    until:
      <Answer>(answer: Answer): (() => Promise<Answer>) =>
      async () => {
        await released;
        return answer;
      },
    /** Resolves once the answers are released. */
    released,
    /** Lets all answers pass, those held and later ones. */
    release: (): void => release(),
  } as const;
};
