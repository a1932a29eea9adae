import type { RouteImplementation } from "../../http/implement.ts";
import { alarms } from "./routes/alarms.ts";
import { list } from "./routes/list.ts";
import { mailLink } from "./routes/mail-link.ts";
import { mailState } from "./routes/mail-state.ts";
import { markRead } from "./routes/mark-read.ts";
import { pushDevices } from "./routes/push-devices.ts";
import { removePushDevice } from "./routes/remove-push-device.ts";
import { resumeMail } from "./routes/resume-mail.ts";
import { saveAlarm } from "./routes/save-alarm.ts";
import { saveSettings } from "./routes/save-settings.ts";
import { settings } from "./routes/settings.ts";
import { subscribePush } from "./routes/subscribe-push.ts";
import { testPush } from "./routes/test-push.ts";
import { unread } from "./routes/unread.ts";
import { unsubscribeMail } from "./routes/unsubscribe-mail.ts";
import { unsubscribePush } from "./routes/unsubscribe-push.ts";
import "./events.ts";

/** The API's calls about notifications and their settings. */
export const notificationsImplementations: readonly RouteImplementation[] = [
  alarms,
  list,
  mailLink,
  mailState,
  markRead,
  pushDevices,
  removePushDevice,
  resumeMail,
  saveAlarm,
  saveSettings,
  settings,
  subscribePush,
  testPush,
  unread,
  unsubscribeMail,
  unsubscribePush,
];

export { noticeMailJob } from "./mail/notice-mail-job.ts";
export { planSummariesJob } from "./mail/plan-summaries.ts";
export { registerUnsubscribe } from "./mail/register-unsubscribe.ts";
export { summaryJob } from "./mail/summary-job.ts";
export { registerMailWebhook } from "./mail/webhook.ts";
export { fanOutJob } from "./planning/fan-out-job.ts";
export { alarmsJob } from "./planning/plan-alarms.ts";
export { noticePlanner } from "./planning/planner.ts";
export { pushJob } from "./push/push-job.ts";
export { forgetNotices } from "./store/forget-notices.ts";
export { mailsOf } from "./store/mail-outcomes.ts";
export { pushSendsOf } from "./store/push-sends.ts";
export { unreadNoticesOf } from "./store/unread.ts";
