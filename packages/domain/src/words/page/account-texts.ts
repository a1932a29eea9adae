/** Results of account changes, and the sources of a person's name and picture. */
export const accountTexts = {
  deleted: "Your account is deleted",
  dataSaved: "Your data is saved",
  profileSaved: "Profile saved",
  nameOfAddress: "Others see the beginning of your address until you connect a social account.",
  nameFrom: (network: string): string => `Your name comes from ${network}, where you have no picture.`,
  nameAndPictureFrom: (network: string): string =>
    `Your name and picture come from ${network}. Change them there, then connect it again.`,
} as const;
