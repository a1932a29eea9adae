// What happens × what somebody chose × how things stand with them, each cell with what comes of it in the list, as a push
// and as a mail. It stands in the three tables of this file, which know nothing of how it is done.

/** All that somebody can be notified of. */
export const noticeEvents = [
  "a message where they have a seat",
  "a message in their own Tribe",
  "an answer",
  "a reaction",
  "a lost seat",
  "a block by a Chief",
  "a new Tribe",
  "an announcement",
  "a mailed announcement",
  "an airdrop",
  "an alarm",
] as const;
export type NoticeEvent = (typeof noticeEvents)[number];

/** Of whom it tells the person: what is said in a chat goes with the seat, and with whom one wants to hear. */
const saidInChats: readonly NoticeEvent[] = noticeEvents.slice(0, 4);
export const needsSeat: readonly NoticeEvent[] = ["a message where they have a seat", "an answer", "a reaction"];
const canBeTakenBack: readonly NoticeEvent[] = noticeEvents.slice(0, 6);

export type Switch =
  | "chats of others"
  | "the own chat"
  | "lost seats"
  | "new Tribes"
  | "airdrops"
  | "mails of lost seats"
  | "mails of announcements";
const switches: readonly Switch[] = [
  ...(["chats of others", "the own chat", "lost seats", "new Tribes", "airdrops"] as const),
  ...(["mails of lost seats", "mails of announcements"] as const),
];

/** The one switch of each way; `always` has none, `never` is a way that it does not go. */
const ways: Record<NoticeEvent, { readonly push: Switch | "always"; readonly mail: Switch | "never" }> = {
  "a message where they have a seat": { push: "chats of others", mail: "never" },
  "a message in their own Tribe": { push: "the own chat", mail: "never" },
  "an answer": { push: "chats of others", mail: "never" },
  "a reaction": { push: "chats of others", mail: "never" },
  "a lost seat": { push: "lost seats", mail: "mails of lost seats" },
  "a block by a Chief": { push: "lost seats", mail: "never" },
  "a new Tribe": { push: "new Tribes", mail: "never" },
  "an announcement": { push: "always", mail: "never" },
  "a mailed announcement": { push: "always", mail: "mails of announcements" },
  "an airdrop": { push: "airdrops", mail: "never" },
  "an alarm": { push: "lost seats", mail: "mails of lost seats" },
};

/** What somebody chose in the settings. */
export interface Choice {
  readonly on: readonly Switch[];
  readonly chats?: "replies" | "mute";
  readonly isQuiet?: boolean;
  /** Of who never chose anything. */
  readonly isDefault?: boolean;
}
const allBut = (off: Switch): Choice => ({ on: switches.filter((each) => each !== off) });
const choices: Readonly<Record<string, Choice>> = {
  "nothing chosen": { on: switches.filter((each) => each !== "new Tribes"), isDefault: true },
  "all on": { on: switches },
  "all off": { on: [] },
  "all on, chats muted": { on: switches, chats: "mute" },
  "all on, replies alone": { on: switches, chats: "replies" },
  "all on, quiet hours": { on: switches, isQuiet: true },
  ...Object.fromEntries(switches.map((each) => [`all on but ${each}`, allBut(each)])),
};
export const choiceOf = (name: string): Choice => {
  const choice = choices[name];
  if (!choice) throw new Error(`nobody chooses ${name}`);
  return choice;
};
/** These meet every state; the others differ from them by one switch. */
const broadChoices = Object.keys(choices).slice(0, 6);

export interface Outcome {
  readonly list: "absent" | "unread" | "read";
  /** `later`: within three hours, when quiet hours are over or the digest is due. */
  readonly push: "never" | "now" | "later";
  readonly mail: boolean;
}
const nothing: Outcome = { list: "absent", push: "never", mail: false };
const noPush = (outcome: Outcome): Outcome => ({ ...outcome, push: "never" });
const noMail = (outcome: Outcome): Outcome => ({ ...outcome, mail: false });
const nothingOf =
  (of: readonly NoticeEvent[]) =>
  (outcome: Outcome, event: NoticeEvent): Outcome =>
    of.includes(event) ? nothing : outcome;

/** How things stand with somebody, and what that changes of what they chose. */
const changes = {
  "is away": (outcome) => outcome,
  "looks at another page": (outcome) => outcome,
  "looks at it": (outcome, event) => {
    if (event === "an alarm") return noMail(noPush({ ...outcome, list: "read" }));
    if (event === "a message where they have a seat" || event === "a message in their own Tribe") return nothing;
    const isSeen = event === "an answer" || event === "a reaction";
    return noPush(isSeen && outcome.list === "unread" ? { ...outcome, list: "read" } : outcome);
  },
  "has no pushes": noPush,
  "has a browser that ended its subscription": noPush,
  "signed out": noPush,
  "was not here for so long that the session ran out": noPush,
  "has a mailbox that is gone": noMail,
  "called our mails spam": noMail,
  "reads it before its turn": (outcome) =>
    noMail(noPush(outcome.list === "unread" ? { ...outcome, list: "read" } : outcome)),
  "has it taken back before its turn": nothingOf(canBeTakenBack),
  "loses the seat before its turn": nothingOf(needsSeat),
  "is blocked by the Chief before its turn": nothingOf(needsSeat),
  "had blocked who did it": nothingOf([...saidInChats, "a new Tribe"]),
  "blocks who did it before its turn": nothingOf(saidInChats),
  "hears four days late, after an outage": (outcome) => noMail(noPush(outcome)),
  "had ended the account": () => nothing,
} satisfies Readonly<Record<string, (outcome: Outcome, event: NoticeEvent) => Outcome>>;
export type State = keyof typeof changes;
export const states = Object.keys(changes) as readonly State[]; // its own keys

/** What comes of one cell of the table. */
export const expectedOf = (event: NoticeEvent, name: string, state: State): Outcome => {
  const choice = choiceOf(name);
  const { push, mail } = ways[event];
  const isOn = (which: Switch | "always" | "never"): boolean =>
    which === "always" || (which !== "never" && choice.on.includes(which));
  const isSilent =
    (choice.chats === "mute" && saidInChats.includes(event)) ||
    (choice.chats === "replies" && saidInChats.includes(event) && event !== "an answer") ||
    // Nobody asked for news of strangers.
    (event === "a new Tribe" && !isOn("new Tribes"));
  const outcome: Outcome = isSilent
    ? nothing
    : {
        list: "unread",
        push: !isOn(push) ? "never" : choice.isQuiet || event === "a new Tribe" ? "later" : "now",
        mail: isOn(mail),
      };
  return changes[state](outcome, event);
};

/** The choices that are tried with a state: the broad ones, or all; with those who are away always all. */
export type ChoicesTried = "broad" | "all";

/** The choices that are tried with a state. */
export const choicesTriedIn = (state: State, tried: ChoicesTried): readonly string[] =>
  Object.keys(choices).filter((choice) => tried === "all" || state === "is away" || broadChoices.includes(choice));
