/** The second mail with a code is on its way. */
export const codeSentText = "We sent a new code";
