export * from "./alarms.ts";
export { type ChatNoticeType, chatNoticeTypes, isChatNotice } from "./chat-notices.ts";
export { nextLocalMinute } from "./clock.ts";
export { decideMail, type MailDecision } from "./mail-decision.ts";
export { decidePush, type PushDecision, pushWorthMs } from "./push-decision.ts";
export { type NoticeSubject, noticeWays } from "./rules.ts";
export {
  changeInBps,
  isSummaryWorthSending,
  nextSummaryAt,
  type SummaryHolding,
  summaryReachMs,
  summaryWorthMs,
} from "./summary.ts";
