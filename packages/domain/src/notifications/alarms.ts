import {
  type AlarmKind,
  alarmKinds,
  type SeatAlarm,
  type TokenUnits,
  tokenUnits,
  unitsPerToken,
} from "@tribe/contract";

/** At most one alarm of a Tribe in this time for one person. */
export const alarmPauseMs = 15 * 60_000;

/** What alarms are decided by. */
export interface AlarmFacts {
  /** `spare`: base units that can be lost while whoever waits stays outside; `safe`: there is a seat for everybody. */
  readonly seat: { readonly kind: "none" | "safe" } | { readonly kind: "held"; readonly spare: bigint };
  /** Of a whole token, lamports. */
  readonly price: bigint;
}

/** Which alarms ring next time that their condition is met. */
export type ArmedAlarms = Readonly<Record<AlarmKind, boolean>>;

/** An alarm's condition. Once it rang, it is over only when it is clearly over, so that a flicker doesn't ring again. */
interface Condition {
  readonly isMet: boolean;
  readonly isOver: boolean;
}

const never: Condition = { isMet: false, isOver: false };

const conditionOf = (kind: AlarmKind, { spare, priceAbove, priceBelow }: SeatAlarm, facts: AlarmFacts): Condition => {
  const { seat, price } = facts;
  switch (kind) {
    case "spare":
      if (spare === null || seat.kind === "none") return never;
      if (seat.kind !== "held") return { isMet: false, isOver: true };
      // A fifth more than what was asked for.
      return { isMet: seat.spare < spare, isOver: seat.spare * 5n >= spare * 6n };
    case "above":
      if (priceAbove === null) return never;
      return { isMet: price >= priceAbove, isOver: price * 20n <= priceAbove * 19n };
    case "below":
      if (priceBelow === null) return never;
      return { isMet: price <= priceBelow, isOver: price * 20n >= priceBelow * 21n };
  }
};

const armedBy = (isArmed: (kind: AlarmKind) => boolean): ArmedAlarms => ({
  spare: isArmed("spare"),
  above: isArmed("above"),
  below: isArmed("below"),
});

/** Alarms that were just set: what is so already is no news. */
export const newlyArmed = (alarm: SeatAlarm, facts: AlarmFacts): ArmedAlarms =>
  armedBy((kind) => !conditionOf(kind, alarm, facts).isMet);

/** What is to be done about one person's alarms in one Tribe. */
export interface AlarmDecision {
  /** The one that rings now; the seat comes before prices. */
  readonly rings: AlarmKind | null;
  readonly armed: ArmedAlarms;
  /** When to decide again although nothing may happen until then, ms since 1970: an alarm waits for the pause's end. */
  readonly againAt: number | null;
}

/** Decides about alarms when a seat or a price may have changed. Times in ms since 1970. */
export const decideAlarm = (
  { alarm, armed, rangAt }: { readonly alarm: SeatAlarm; readonly armed: ArmedAlarms; readonly rangAt: number | null },
  facts: AlarmFacts,
  now: number,
): AlarmDecision => {
  const due = alarmKinds.filter((kind) => armed[kind] && conditionOf(kind, alarm, facts).isMet);
  const armedAgain = (kind: AlarmKind): boolean => armed[kind] || conditionOf(kind, alarm, facts).isOver;
  const [rings = null] = due;
  if (rings === null) return { rings, armed: armedBy(armedAgain), againAt: null };
  const pauseEnds = rangAt === null ? now : rangAt + alarmPauseMs;
  if (now < pauseEnds) return { rings: null, armed: armedBy(armedAgain), againAt: pauseEnds };
  // One notice for all of them.
  return { rings, armed: armedBy((kind) => armedAgain(kind) && !due.includes(kind)), againAt: null };
};

/** What an alarm about the seat is set to unless somebody chooses: a tenth of what a seat takes, in whole tokens. */
export const usualSpare = (threshold: TokenUnits): TokenUnits => {
  const tenth = (threshold + 5n * unitsPerToken) / (10n * unitsPerToken);
  return tokenUnits((tenth > 0n ? tenth : 1n) * unitsPerToken);
};
