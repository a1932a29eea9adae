import * as z from "zod/mini";
import { quietHourMinutes } from "./constants.ts";
import { addressSchema, appPathSchema, pictureSchema, timeSchema, uidSchema, withoutNull } from "./primitives.ts";
import { seatLossSchema } from "./seat-loss.ts";

/** What a person can be told of. */
export const notificationTypes = [
  "token_created",
  "chat_new_message",
  "chat_reply",
  "chat_reaction",
  "chat_booted",
  "system",
  "airdrop",
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** How much of one Tribe's chat somebody is told of. `replies`: answers and mentions alone. */
export const tribeNotificationModes = ["all", "replies", "mute"] as const;
export type TribeNotificationMode = (typeof tribeNotificationModes)[number];

/** Mails that can be switched off, by what switches them. */
export const mailKinds = ["dailySummary", "insufficientTokensToAccessTribe", "announcements"] as const;
export type MailKind = (typeof mailKinds)[number];

const noticeParts = {
  id: z.string(),
  /** When the newest of what it tells of happened. */
  at: timeSchema,
  isRead: z.boolean(),
  /** The page that it leads to. */
  route: appPathSchema,
};
/** Of a Tribe's chat. */
const inTribe = {
  ...noticeParts,
  mint: addressSchema,
  tribe: z.string(),
  tribePfp: z.nullable(pictureSchema),
};
const actorSchema = z.object({ uid: uidSchema, displayName: z.string(), pfp: z.nullable(pictureSchema) });
export type NoticeActor = z.output<typeof actorSchema>;

/** One line of a person's notifications. Names and texts are as they are when it is asked for. */
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
    /** The person is named in it; otherwise it answers a message of theirs. */
    isMention: z.boolean(),
  }),
  z.object({
    ...inTribe,
    type: z.literal("chat_reaction"),
    /** How many people have reacted. */
    count: z.int(),
    /** Who reacted last. */
    actor: actorSchema,
    /** What they gave; null for a like. */
    emoji: z.nullable(z.string()),
    /** Of the person's own message. */
    excerpt: z.string(),
  }),
  z.object({ ...inTribe, type: z.literal("chat_booted"), loss: seatLossSchema }),
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
    /** The amount as people read it, without its unit. */
    amount: z.string(),
    symbol: z.string(),
  }),
]);
export type Notice = z.output<typeof noticeSchema>;

const minuteOfDaySchema = z.int().check(z.minimum(0), z.maximum(quietHourMinutes - 1));

/** An IANA name such as `Europe/Berlin`, that this machine knows. */
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
  /** Whether a push shows what a message says. */
  showContent: z.boolean(),
  /** No push between these minutes of the person's day; null: at any time. The end may lie after midnight. */
  quietHours: z.nullable(z.object({ from: minuteOfDaySchema, to: minuteOfDaySchema })),
  timeZone: timeZoneSchema,
  /** Hour of the person's day at which summaries come. */
  summaryHour: z.int().check(z.minimum(0), z.maximum(23)),
  /** Whether what an operator tells everybody also comes by mail, where the operator mails it. */
  announcementsByMail: z.boolean(),
};

/** Tribes that one person may have a setting of their own for. */
export const maxTribeSettings = 500;
const tribeModesSchema = z
  .record(addressSchema, z.enum(tribeNotificationModes))
  .check(z.refine((modes) => Object.keys(modes).length <= maxTribeSettings, "must not name so many Tribes"));

/** What somebody wants to be told of, and how. */
export const notificationSettingsSchema = z.object({
  emailNotification: z.object(switches.emailNotification),
  pushNotification: z.object(switches.pushNotification),
  /** By Tribe; `all` where a Tribe is not named. */
  tribeSettings: tribeModesSchema,
  delivery: z.object(delivery),
});
export type NotificationSettings = z.output<typeof notificationSettingsSchema>;

/** A change of the settings: what is absent stays. Switches that do not exist are refused. */
export const notificationSettingsChangeSchema = z.strictObject({
  emailNotification: z.optional(z.partial(z.strictObject(switches.emailNotification))),
  pushNotification: z.optional(z.partial(z.strictObject(switches.pushNotification))),
  tribeSettings: z.optional(tribeModesSchema),
  delivery: z.optional(z.partial(z.strictObject(delivery))),
});
export type NotificationSettingsChange = z.output<typeof notificationSettingsChangeSchema>;

/**
 * Of who never chose anything. What concerns a person's own chats, seats and tokens is on; what only might interest them
 * is for them to switch on.
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

/** A group with what was chosen of it; what is absent stays. */
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

/** Settings as they are after a change. */
export const changedNotificationSettings = (
  settings: NotificationSettings,
  change: NotificationSettingsChange,
): NotificationSettings => ({
  emailNotification: chosenOver(settings.emailNotification, change.emailNotification),
  pushNotification: chosenOver(settings.pushNotification, change.pushNotification),
  tribeSettings: { ...settings.tribeSettings, ...change.tribeSettings },
  delivery: chosenOver(settings.delivery, change.delivery),
});

/** What somebody chose, over the defaults: a switch that came later has its default. */
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

/** A browser that gets a person's pushes. */
export const pushDeviceSchema = z.object({
  id: z.string(),
  /** Browser and system, such as `Chrome on Android`. */
  name: z.string(),
  /** The caller's own. */
  isThis: z.boolean(),
  since: timeSchema,
  lastPushAt: z.nullable(timeSchema),
});
export type PushDevice = z.output<typeof pushDeviceSchema>;

/** What is in a push, encrypted for one browser. */
export const pushPayloadSchema = z.object({
  title: z.string(),
  body: z.string(),
  route: appPathSchema,
  /** One notification of the same tag takes the place of another. */
  tag: z.string(),
  /** Unread notifications, for the app's icon. */
  unread: z.int(),
  at: timeSchema,
});
export type PushPayload = z.output<typeof pushPayloadSchema>;
