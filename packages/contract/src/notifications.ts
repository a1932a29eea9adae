import * as z from "zod/mini";
import { quietHourMinutes } from "./constants.ts";
import {
  addressSchema,
  appPathSchema,
  pictureSchema,
  positiveLamportsSchema,
  positiveTokenUnitsSchema,
  timeSchema,
  uidSchema,
  withoutNull,
} from "./primitives.ts";
import { seatLossSchema } from "./seat-loss.ts";

/** The types of notification. */
export const notificationTypes = [
  "token_created",
  "chat_new_message",
  "chat_reply",
  "chat_reaction",
  "chat_booted",
  "seat_alarm",
  "system",
  "airdrop",
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** How much of one Tribe's chat a person is notified about. `replies`: only replies and mentions. */
export const tribeNotificationModes = ["all", "replies", "mute"] as const;
export type TribeNotificationMode = (typeof tribeNotificationModes)[number];

/** Mails that can be switched off, by the name of their switch. */
export const mailSwitches = ["dailySummary", "insufficientTokensToAccessTribe", "announcements"] as const;
export type MailSwitch = (typeof mailSwitches)[number];
/** What a mail's link stops: mails of one kind, or the alarms of one Tribe. */
export const mailKinds = [...mailSwitches, "seatAlarm"] as const;
export type MailKind = (typeof mailKinds)[number];

/** What a person wants to be told of one Tribe; null for what they don't. */
export const seatAlarmSchema = z.object({
  /** Less than this to spare: what can be lost while whoever waits for the seat stays outside. Base units. */
  spare: z.nullable(positiveTokenUnitsSchema),
  /** A whole token (an old one, after a migration) costs this or more; lamports. */
  priceAbove: z.nullable(positiveLamportsSchema),
  /** The same for this or less. */
  priceBelow: z.nullable(positiveLamportsSchema),
});
export type SeatAlarm = z.output<typeof seatAlarmSchema>;

/** What has made an alarm ring. */
export const alarmKinds = ["spare", "above", "below"] as const;
export type AlarmKind = (typeof alarmKinds)[number];

const noticeParts = {
  id: z.string(),
  /** Time of its newest event. */
  at: timeSchema,
  isRead: z.boolean(),
  /** The page that it opens. */
  route: appPathSchema,
};
/** Fields of notifications from a Tribe's chat. */
const inTribe = {
  ...noticeParts,
  mint: addressSchema,
  tribe: z.string(),
  tribePfp: z.nullable(pictureSchema),
};
const actorSchema = z.object({ uid: uidSchema, displayName: z.string(), pfp: z.nullable(pictureSchema) });
export type NoticeActor = z.output<typeof actorSchema>;

/** One line of a person's notifications. Names and texts are the current ones. */
export const noticeSchema = z.discriminatedUnion("type", [
  z.object({
    ...inTribe,
    type: z.literal("chat_new_message"),
    /** Messages since the person last read, this one included. */
    count: z.int(),
    actor: actorSchema,
    excerpt: z.string(),
  }),
  z.object({
    ...inTribe,
    type: z.literal("chat_reply"),
    actor: actorSchema,
    excerpt: z.string(),
    /** True when the person is mentioned; false when it is a reply to their message. */
    isMention: z.boolean(),
  }),
  z.object({
    ...inTribe,
    type: z.literal("chat_reaction"),
    /** How many people have reacted. */
    count: z.int(),
    /** Who reacted last. */
    actor: actorSchema,
    /** The last reaction; null for a like. */
    emoji: z.nullable(z.string()),
    /** From the person's own message. */
    excerpt: z.string(),
  }),
  z.object({ ...inTribe, type: z.literal("chat_booted"), loss: seatLossSchema }),
  z.object({
    ...inTribe,
    type: z.literal("seat_alarm"),
    alarm: z.enum(alarmKinds),
    /** What there was to spare, or the price, as shown, with its unit. */
    amount: z.string(),
  }),
  z.object({
    ...noticeParts,
    type: z.literal("token_created"),
    count: z.int(),
    /** The newest of them, a few at most. */
    tribes: z.array(z.object({ mint: addressSchema, name: z.string(), pfp: z.nullable(pictureSchema) })),
  }),
  z.object({ ...noticeParts, type: z.literal("system"), text: z.string() }),
  z.object({
    ...inTribe,
    type: z.literal("airdrop"),
    /** The amount as shown, without its unit. */
    amount: z.string(),
    symbol: z.string(),
  }),
]);
export type Notice = z.output<typeof noticeSchema>;

const minuteOfDaySchema = z.int().check(z.minimum(0), z.maximum(quietHourMinutes - 1));

/** An IANA time zone such as `Europe/Berlin` that this machine knows. */
export const timeZoneSchema = z
  .string()
  .check(
    z.maxLength(64),
    withoutNull,
    z.refine((name) => {
      try {
        return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
      } catch {
        return false;
      }
    }, "must be a time zone"),
  )
  .register(z.globalRegistry, { format: "time-zone", description: "A name of the time zone database" });

const switches = {
  emailNotification: {
    dailySummary: z.boolean(),
    insufficientTokensToAccessTribe: z.boolean(),
  },
  pushNotification: {
    messagesFromMyTribe: z.boolean(),
    messagesFromOtherTribes: z.boolean(),
    newTribesCreated: z.boolean(),
    insufficientTokensToAccessTribe: z.boolean(),
    newAirdrop: z.boolean(),
  },
} as const;

const delivery = {
  /** Whether a push shows a message's text. */
  showContent: z.boolean(),
  /** No push between these minutes of the person's day; null for no quiet hours. The end may be after midnight. */
  quietHours: z.nullable(z.object({ from: minuteOfDaySchema, to: minuteOfDaySchema })),
  timeZone: timeZoneSchema,
  /** Hour of the person's day at which summaries are sent. */
  summaryHour: z.int().check(z.minimum(0), z.maximum(23)),
  /** Whether an operator's announcements also come by mail, when the operator mails them. */
  announcementsByMail: z.boolean(),
};

/** Tribes for which one person may have a separate setting. */
export const maxTribeSettings = 500;
const tribeModesSchema = z
  .record(addressSchema, z.enum(tribeNotificationModes))
  .check(z.refine((modes) => Object.keys(modes).length <= maxTribeSettings, "must not name so many Tribes"));

/** What a person is notified about, and how. */
export const notificationSettingsSchema = z.object({
  emailNotification: z.object(switches.emailNotification),
  pushNotification: z.object(switches.pushNotification),
  /** By Tribe; a Tribe that is absent has `all`. */
  tribeSettings: tribeModesSchema,
  delivery: z.object(delivery),
});
export type NotificationSettings = z.output<typeof notificationSettingsSchema>;

/** A change of the settings: absent ones stay as they are. Unknown switches are refused. */
export const notificationSettingsChangeSchema = z.strictObject({
  emailNotification: z.optional(z.partial(z.strictObject(switches.emailNotification))),
  pushNotification: z.optional(z.partial(z.strictObject(switches.pushNotification))),
  tribeSettings: z.optional(tribeModesSchema),
  delivery: z.optional(z.partial(z.strictObject(delivery))),
});
export type NotificationSettingsChange = z.output<typeof notificationSettingsChangeSchema>;

/**
 * The settings of a person who never changed any. Notifications about a person's own chats, seats and tokens are on; all others
 * have to be switched on.
 */
export const defaultNotificationSettings: NotificationSettings = {
  emailNotification: { dailySummary: false, insufficientTokensToAccessTribe: true },
  pushNotification: {
    messagesFromMyTribe: true,
    messagesFromOtherTribes: true,
    newTribesCreated: false,
    insufficientTokensToAccessTribe: true,
    newAirdrop: true,
  },
  tribeSettings: {},
  delivery: { showContent: true, quietHours: null, timeZone: "UTC", summaryHour: 9, announcementsByMail: true },
};

/** A group of settings with the changes of it applied. */
const chosenOver = <Group extends object>(
  group: Group,
  chosen: { readonly [Name in keyof Group]?: Group[Name] | undefined } | undefined,
): Group => {
  const copy = { ...group };
  for (const name in chosen) {
    const value: Group[typeof name] | undefined = chosen[name];
    if (value !== undefined) copy[name] = value;
  }
  return copy;
};

/** Applies a change to the settings. */
export const changedNotificationSettings = (
  settings: NotificationSettings,
  change: NotificationSettingsChange,
): NotificationSettings => ({
  emailNotification: chosenOver(settings.emailNotification, change.emailNotification),
  pushNotification: chosenOver(settings.pushNotification, change.pushNotification),
  tribeSettings: { ...settings.tribeSettings, ...change.tribeSettings },
  delivery: chosenOver(settings.delivery, change.delivery),
});

/** A person's stored choices over the defaults: a switch that was added later has its default. */
export const notificationSettingsOf = (chosen: NotificationSettingsChange | null): NotificationSettings =>
  changedNotificationSettings(defaultNotificationSettings, chosen ?? {});

const base64Text = z.string().check(z.regex(/^[A-Za-z0-9+/_-]+={0,2}$/, "must be base64"));

/** A browser's push subscription (W3C Push API). */
export const pushSubscriptionSchema = z.object({
  endpoint: z
    .string()
    .check(
      z.maxLength(1_000),
      z.refine((text) => URL.canParse(text), "must be a URL"),
    )
    .register(z.globalRegistry, { format: "absolute-url", description: "An absolute URL" }),
  keys: z.object({
    /** An uncompressed point of P-256: 65 bytes. */
    p256dh: base64Text.check(z.minLength(86), z.maxLength(90)),
    /** 16 bytes. */
    auth: base64Text.check(z.minLength(22), z.maxLength(26)),
  }),
});
export type PushSubscriptionEntity = z.output<typeof pushSubscriptionSchema>;

/** A browser that receives a person's pushes. */
export const pushDeviceSchema = z.object({
  id: z.string(),
  /** Browser and system, such as `Chrome on Android`. */
  name: z.string(),
  /** Whether it is the caller's own. */
  isThis: z.boolean(),
  since: timeSchema,
  lastPushAt: z.nullable(timeSchema),
});
export type PushDevice = z.output<typeof pushDeviceSchema>;

/** The content of a push, encrypted for one browser. */
export const pushPayloadSchema = z.object({
  title: z.string(),
  body: z.string(),
  route: appPathSchema,
  /** A notification replaces an earlier one with the same tag. */
  tag: z.string(),
  /** Unread notifications, for the app's icon. */
  unread: z.int(),
  at: timeSchema,
  /** The token of a link that stops what this push is about, for a button of the notification; absent where nothing stops it. */
  stop: z.optional(z.string()),
});
export type PushPayload = z.output<typeof pushPayloadSchema>;
