export { nextLocalMinute } from "./clock.ts";
export { decidePush, type PushDecision, pushWorthMs } from "./push-decision.ts";
export { type NoticeSubject, noticeWays } from "./rules.ts";
