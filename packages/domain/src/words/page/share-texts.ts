/** Results of copying or sharing a picture. */
export const shareTexts = {
  copied: "Picture copied to clipboard",
  notCopied: "Couldn't copy. Save the picture instead.",
  notShared: "Couldn't share. Save the picture instead.",
} as const;

/** A list of holders was saved as a file. */
export const holdersSavedText = "Holders snapshot saved";
