/** Results of copying an address or a link. */
export const clipboardTexts = {
  link: "Link copied to clipboard",
  addressNotCopied: "Couldn't copy. Select the address and copy it.",
  linkNotCopied: "Couldn't copy. Select the link and copy it.",
} as const;
