/** Why a file can't be attached, or nothing recorded. */
export const mediaTexts = {
  tooMany: (max: number): string => `A message takes ${max} files at most.`,
  tooLarge: (megabytes: number): string => `This is larger than ${megabytes} MB`,
  empty: "This file is empty",
  noMicrophone: "No microphone was found.",
  microphoneRefused: "Allow the microphone to record a voice note.",
} as const;
