export * from "./failures/index.ts";
export {
  type CodeMail,
  deletionMailText,
  deviceRemovedMailText,
  emailChangesMailText,
  emailTakesOverMailText,
  keyAskedMailText,
  keyTakenMailText,
  type LinkMail,
  moveAskedMailText,
  moveFinishedMailText,
  type NoticeMail,
  newDeviceMailText,
  newEmailMailText,
  newPasskeyMailText,
  newSignInMailText,
  proofMailText,
  recoveryMailText,
  removedPasskeyMailText,
  sendAskedMailText,
  signInMailText,
  waitStoppedMailText,
  walletMovedMailText,
} from "./mail-texts.ts";
export {
  type MailRow,
  type MailSection,
  mailKindNames,
  type NotificationMail,
  noticeMailText,
  summaryMailText,
} from "./notice-mail-texts.ts";
export * from "./notice-texts.ts";
export { entryRefusedText, seatLossNote, seatLossText } from "./seat-texts.ts";
export * from "./texts.ts";
export * from "./wallet/airdrop-signing-texts.ts";
export * from "./wallet/confirm-texts.ts";
export * from "./wallet/mailed-link-texts.ts";
export * from "./wallet/passkey-texts.ts";
export { signingRefusalTexts } from "./wallet/signing-texts.ts";
export * from "./wallet/wallet-error-texts.ts";
