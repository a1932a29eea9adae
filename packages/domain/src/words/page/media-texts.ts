/** Why a file cannot be attached, or a recording made. */
export const mediaTexts = {
  tooMany: (max: number): string => `A message takes ${max} files at most.`,
  tooLarge: (megabytes: number): string => `This is larger than ${megabytes} MB`,
  empty: "This file is empty",
  noMicrophone: "No microphone was found.",
  microphoneRefused: "Allow the microphone to record a voice note.",
} as const;
