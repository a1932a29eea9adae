/** Why a file cannot be attached. */
export const mediaTexts = {
  tooMany: (max: number): string => `A message takes ${max} files at most.`,
  tooLarge: (megabytes: number): string => `This is larger than ${megabytes} MB. Send a smaller one.`,
  tooLargeForKind: "This is too large. Pictures may have 20 MB, videos 200 MB, sounds and other files 50 MB.",
  /** @param limit of pixels, in millions */
  tooManyPixels: (megapixels: number, limit: number): string =>
    `This picture has ${megapixels} megapixels; ${limit} is the most. Send a smaller copy.`,
  empty: "This file is empty.",
  gone: "This file can't be read any more. Add it again.",
  onlyInTab: "Keep this tab open until it's sent: there's no room here to keep files this large.",
  folder: "Folders can't be added. Add the files in them.",
  notAFile: "That can't be added by dropping. Save it as a file first, and add that.",
} as const;
