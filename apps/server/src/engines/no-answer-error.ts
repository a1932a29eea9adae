/** Another host that the process needs does not answer: now, but perhaps in a moment. The message names it. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
}
