/** Why pushes cannot be turned on here, and what helps. */
export const pushObstacleTexts = {
  blocked: "Notifications from Tribe are blocked. Allow them in your browser's settings for this site, then come back.",
  needsHomeScreen: "On iPhone and iPad, put Tribe on your home screen first: tap Share, then “Add to Home Screen”.",
  unsupported: "This browser can't show notifications while Tribe is closed.",
} as const;

/** Results of turning pushes on, and of testing one. */
export const pushOutcomeTexts = {
  refused: "Your browser doesn't let Tribe show notifications",
  serviceUnreachable: "Your browser can't reach its push service. Try again later.",
  noWorker: "This browser doesn't run the part of Tribe that shows notifications. Reload the page and try again.",
  on: "Pushes are on, on this device.",
  testSent: "Sent. It shows up in a moment.",
} as const;

/** Alarms about a seat and a price. */
export const alarmTexts = {
  spare: "What you can lose while whoever waits stays outside.",
  ways: "By push, and by mail, as you chose for lost seats. Once in 15 minutes at most, and not while you look at the Tribe.",
  on: "Alarm set",
  off: "Alarm turned off",
} as const;

/** Why a person gets no mails any more, though they want them. */
export const mailStopTexts = {
  bounce: "A mail to this address came back, so we stopped. Check that the mailbox works.",
  complaint: "A mail of ours was reported as spam, so we stopped.",
} as const;

/** The question of the page that a mail's link opens, and its results. @param subject such as `about lost seats` */
export const unsubscribeTexts = {
  question: (subject: string): string => `Stop mails ${subject}?`,
  others: "All other mails and notifications stay as they are.",
  stopped: (subject: string): string => `No more mails ${subject}`,
  switchOn: "You can switch it on again under You, Notifications.",
  settings: "Choose in your settings what we e-mail you.",
  signIn: "Sign in to choose what we e-mail you.",
} as const;
