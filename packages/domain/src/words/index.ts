export * from "./failures/index.ts";
export {
  type CodeMail,
  deletionMailText,
  type LinkMail,
  type NoticeMail,
  newDeviceMailText,
  newPasskeyMailText,
  newSignInMailText,
  recoveryMailText,
  removedPasskeyMailText,
  signInMailText,
} from "./mail-texts.ts";
export * from "./notice-texts.ts";
export { entryRefusedText, seatLossNote, seatLossText } from "./seat-texts.ts";
export { signingRefusalTexts } from "./signing-texts.ts";
export * from "./texts.ts";
