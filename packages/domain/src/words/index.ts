export * from "./failures/index.ts";
export {
  deletionMailText,
  googleLinkedMailText,
  newSignInMailText,
  reportMailText,
  signInMailText,
} from "./mails/account-mail-texts.ts";
export {
  keyAskedMailText,
  keyTakenMailText,
  moveAskedMailText,
  moveFinishedMailText,
  walletMovedMailText,
} from "./mails/key-mail-texts.ts";
export { newEmailMailText, proofMailText, recoveryMailText } from "./mails/link-mail-texts.ts";
export type { CodeMail, LinkMail, NoticeMail } from "./mails/mail-parts.ts";
export {
  type MailRow,
  type MailSection,
  mailKindNames,
  mailKindSubjects,
  type NotificationMail,
  noticeMailText,
  summaryMailText,
} from "./mails/notice-mail-texts.ts";
export { firstSendMailText, sendAskedMailText } from "./mails/send-mail-texts.ts";
export {
  approvalAskedMailText,
  deviceRemovedMailText,
  emailChangesMailText,
  emailTakesOverMailText,
  newDeviceMailText,
  newPasskeyMailText,
  recoveryAskedMailText,
  removedPasskeyMailText,
  waitStoppedMailText,
} from "./mails/wallet-mail-texts.ts";
export * from "./notice-texts.ts";
export * from "./page/account-texts.ts";
export * from "./page/block-texts.ts";
export * from "./page/browser-texts.ts";
export * from "./page/chat-texts.ts";
export * from "./page/clipboard-texts.ts";
export * from "./page/fund-texts.ts";
export * from "./page/gate-texts.ts";
export * from "./page/live-texts.ts";
export * from "./page/media-texts.ts";
export * from "./page/newcomer-texts.ts";
export * from "./page/notification-texts.ts";
export * from "./page/page-texts.ts";
export * from "./page/safety-texts.ts";
export * from "./page/send-texts.ts";
export * from "./page/session-texts.ts";
export * from "./page/share-texts.ts";
export * from "./page/sign-in-texts.ts";
export * from "./page/social-texts.ts";
export * from "./page/storage-texts.ts";
export * from "./page/trading/impact-texts.ts";
export * from "./page/trading/moment-texts.ts";
export * from "./page/trading/order-texts.ts";
export * from "./page/trading/seat-texts.ts";
export * from "./page/trading/swap-texts.ts";
export * from "./page/trading/trade-texts.ts";
export * from "./page/transaction-texts.ts";
export { entryRefusedText, seatLossNote, seatLossText, seatLossTitle } from "./seat-texts.ts";
export * from "./texts.ts";
export * from "./wallet/airdrop-signing-texts.ts";
export * from "./wallet/approval-texts.ts";
export * from "./wallet/confirm-texts.ts";
export * from "./wallet/mailed-link-texts.ts";
export * from "./wallet/partition-texts.ts";
export * from "./wallet/passkey-texts.ts";
export * from "./wallet/recovery-wait-texts.ts";
export { signingRefusalTexts } from "./wallet/signing-texts.ts";
export * from "./wallet/wallet-error-texts.ts";
export * from "./wallet/wallet-frame-texts.ts";
export { type WalletNotice, walletNoticeTexts } from "./wallet-notice-texts.ts";
