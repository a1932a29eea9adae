/** Why a person is no longer in a live, by how it ended for them. */
export const liveEndTexts = {
  ended: "The live has ended",
  seat_lost: "You lost your seat, so you left the live",
  session_ended: "You were signed out, so you left the live",
  elsewhere: "You're in this live on another tab or device now",
} as const;

/** Events in a live that concern the person. */
export const liveTexts = {
  onStage: "You're on the stage. Switch on your microphone when you're ready.",
  offStage: "You're back in the audience",
  microphoneOff: "The Chief switched off your microphone",
  cameraOff: "The Chief switched off your camera",
  noPicture: "There's no picture to show there right now",
  unsupported: "This browser can't show lives. Try another one.",
  broken: "This browser couldn't open the live. Try another one.",
  noPictureInPicture: "Your browser couldn't open picture in picture",
} as const;

/** Why a camera or a microphone is unavailable, and what helps. */
export const deviceProblemText = (
  what: "camera" | "microphone",
  problem: "refused" | "missing" | "busy" | "other",
): string => {
  switch (problem) {
    case "refused":
      return `Your browser blocks the ${what}. Allow it beside the address, then try again.`;
    case "missing":
      return `No ${what} was found.`;
    case "busy":
      return `Your ${what} is in use by another app.`;
    case "other":
      return `Couldn't open your ${what}. Try again.`;
  }
};
