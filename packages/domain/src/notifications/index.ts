export { localTime, nextLocalMinute, quietUntil } from "./clock.ts";
export { burstMs, decidePush, type PushDecision, type PushState, pushesPerHour, pushWorthMs } from "./push-decision.ts";
export { type NoticeSubject, type NoticeWays, noticeWays } from "./rules.ts";
