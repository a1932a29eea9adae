import { type AlarmKind, minEntryThresholdUnits, type SeatAlarm, type TokenUnits } from "@tribe/contract";
import { thresholdToReturn } from "@tribe/domain/membership";
import { type AlarmFacts, type ArmedAlarms, decideAlarm, noticeWays } from "@tribe/domain/notifications";
import type { SeatAlarmRow } from "../schema.ts";
import type { NoticeDraft } from "./notice-draft.ts";
import type { Receiver } from "./receivers.ts";

/** A person's place in the order in which seats are given. */
interface Place {
  readonly holding: TokenUnits;
  readonly joinOrder: number;
}

/** A person's alarms in a Tribe, with what they depend on now. */
export interface AlarmedPerson {
  readonly row: SeatAlarmRow;
  readonly receiver: Receiver;
  /** Null without a seat. */
  readonly seat: Place | null;
  /** The first without a seat; null while there is one for everybody. */
  readonly waiting: Place | null;
  readonly price: bigint;
  /** One of their pages shows this Tribe. */
  readonly isVisible: boolean;
}

/** The alarms' thresholds. */
export const alarmOf = ({ spare, priceAbove, priceBelow }: SeatAlarmRow): SeatAlarm => ({
  spare,
  priceAbove,
  priceBelow,
});

/** What the domain's rules decide by. */
export const alarmFacts = ({
  seat,
  waiting,
  price,
}: Omit<AlarmedPerson, "row" | "receiver" | "isVisible">): AlarmFacts => {
  if (!seat) return { seat: { kind: "none" }, price };
  if (!waiting || waiting.holding < minEntryThresholdUnits) return { seat: { kind: "safe" }, price };
  const rival = { id: "rival", holding: waiting.holding, joinedAt: waiting.joinOrder, banned: false };
  const { entryThresholdTokensForCompare: needed } = thresholdToReturn([rival], seat.joinOrder, 1);
  return { seat: { kind: "held", spare: seat.holding > needed ? seat.holding - needed : 0n }, price };
};

/** What is stored of an alarm after it was decided about. */
export interface AlarmChange {
  readonly row: SeatAlarmRow;
  readonly armed: ArmedAlarms;
  readonly rangAt: Date | null;
}

/** The notices of alarms that ring, what is to be stored, and which are to be decided again later, by themselves. */
export const alarmDrafts = (
  people: readonly AlarmedPerson[],
  now: Date,
): {
  readonly drafts: readonly NoticeDraft[];
  readonly changes: readonly AlarmChange[];
  readonly later: readonly { readonly row: SeatAlarmRow; readonly at: Date }[];
} => {
  const drafts: NoticeDraft[] = [];
  const changes: AlarmChange[] = [];
  const later: { row: SeatAlarmRow; at: Date }[] = [];
  for (const person of people) {
    const { row } = person;
    const facts = alarmFacts(person);
    const before = { spare: row.isSpareArmed, above: row.isAboveArmed, below: row.isBelowArmed };
    const state = { alarm: alarmOf(row), armed: before, rangAt: row.rangAt?.getTime() ?? null };
    const { rings, armed, againAt } = decideAlarm(state, facts, now.getTime());
    if (rings) drafts.push(draftOf(person, rings, facts, now));
    if (againAt !== null) later.push({ row, at: new Date(againAt) });
    const isChanged = armed.spare !== before.spare || armed.above !== before.above || armed.below !== before.below;
    if (isChanged || rings) changes.push({ row, armed, rangAt: rings ? now : row.rangAt });
  }
  return { drafts, changes, later };
};

/** The key of the notice of a Tribe's alarms. */
const alarmKey = ({ mint }: SeatAlarmRow): string => `alarm:${mint}`;

const draftOf = (
  { row, receiver, isVisible }: AlarmedPerson,
  alarm: AlarmKind,
  { seat, price }: AlarmFacts,
  now: Date,
): NoticeDraft => {
  const ways = noticeWays(
    { type: "seat_alarm", isOwnDoing: false, isChief: false, hasAccess: true, mode: "all", isBlocked: false },
    receiver.settings,
  );
  const amount = alarm === "spare" && seat.kind === "held" ? seat.spare : price;
  return {
    uid: row.uid,
    key: alarmKey(row),
    subject: { type: "seat_alarm", mint: row.mint, alarm, amount: String(amount) },
    count: 1,
    at: now,
    // Who looks at the Tribe sees it there.
    isSeen: isVisible,
    push: ways.push && receiver.hasPush && !isVisible,
    mail: ways.mail && !isVisible,
  };
};
