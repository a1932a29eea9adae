import * as z from "zod/mini";
import {
  chatMemberSchema,
  chatMessageSchema,
  memberLists,
  readStateSchema,
  seatNoteSchema,
  tribeSettingsSchema,
} from "../../chat.ts";
import { slowModeSeconds } from "../../constants.ts";
import { groupSizeSchema, membershipStateSchema } from "../../entities/membership.ts";
import { addressSchema, messageIdSchema, seqSchema, timeSchema, withoutNull } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";

import { cursor, gate, mintQuery, pageLimit } from "./shared.ts";

/** A chat's members, and its Chief's decisions. */

export const room = defineRoute({
  method: "GET",
  path: "/v1/chat/room",
  summary: "What a chat's page needs beside its messages: settings, pinned message, how far the caller has read",
  caller: "session",
  query: mintQuery,
  answer: z.object({
    state: membershipStateSchema,
    /** This answer includes all changes up to here. */
    headSeq: seqSchema,
    /** Number of the newest message; 0 for none. */
    headNumber: z.int(),
    settings: tribeSettingsSchema,
    pinned: z.nullable(chatMessageSchema),
    read: readStateSchema,
    /** Unread messages that mention or answer the caller, the oldest first; the first hundred, among the last thousand. */
    mentions: z.optional(z.array(z.object({ id: messageIdSchema, seq: seqSchema, number: z.int() }))),
    /** Seconds until the caller may write again in slow mode; 0 when they may now. */
    waitSeconds: z.int(),
    memberCount: z.int(),
    /**
     * What the caller may still send as a newcomer, and until when that counts; null for everybody else. Older servers do not
     * send it.
     */
    newcomer: z.optional(z.nullable(z.object({ until: timeSchema, filesLeft: z.int(), linksLeft: z.int() }))),
  }),
  errors: gate,
});

export const members = defineRoute({
  method: "GET",
  path: "/v1/chat/members",
  summary: "Members by name, seat and presence; who was booted or blocked stands apart, for the Chief only",
  caller: "session",
  query: z.object({
    mint: addressSchema,
    list: z._default(z.enum(memberLists), "members"),
    /** A part of the name or the address. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(64), withoutNull)),
    cursor,
    limit: pageLimit,
  }),
  answer: z.object({
    members: z.array(chatMemberSchema),
    /** Of the whole lists, regardless of the search; the latter two are null except for the Chief. */
    counts: z.object({
      members: z.int(),
      online: z.int(),
      booted: z.nullable(z.int()),
      blocked: z.nullable(z.int()),
    }),
    nextCursor: z.nullable(z.string()),
  }),
  errors: [...gate, "forbidden"],
});

export const seatNotes = defineRoute({
  method: "GET",
  path: "/v1/chat/seatNotes",
  summary: "Who took and who lost a seat, the newest first; members only",
  caller: "session",
  query: z.object({ mint: addressSchema, limit: pageLimit }),
  answer: z.object({ notes: z.array(seatNoteSchema) }),
  errors: gate,
});

export const ban = defineRoute({
  method: "POST",
  path: "/v1/chat/ban",
  summary: "Blocks somebody from the caller's Tribe, on all their devices, at once; the Chief only",
  caller: "session",
  body: z.object({ mint: addressSchema, address: addressSchema }),
  answer: z.object({ state: membershipStateSchema }),
  errors: ["not_found", "forbidden"],
});

export const unban = defineRoute({
  method: "DELETE",
  path: "/v1/chat/ban",
  summary: "Lets somebody join again who was blocked; the Chief only",
  caller: "session",
  body: z.object({ mint: addressSchema, address: addressSchema }),
  /** `expired`; `active` when their holding is enough for a seat; or `none`. */
  answer: z.object({ state: membershipStateSchema }),
  errors: ["not_found", "forbidden"],
});

export const settings = defineRoute({
  method: "GET",
  path: "/v1/chat/settings",
  summary: "A Tribe's chat settings, with how many members each group size would boot; the Chief only",
  caller: "session",
  query: mintQuery,
  answer: z.object({
    settings: tribeSettingsSchema,
    boots: z.array(z.object({ groupSize: groupSizeSchema, booted: z.int() })),
  }),
  errors: ["not_found", "forbidden"],
});

export const manage = defineRoute({
  method: "POST",
  path: "/v1/chat/manage",
  summary: "Changes a Tribe's chat settings; a smaller group boots the smallest; the Chief only",
  caller: "session",
  body: z.object({
    mint: addressSchema,
    groupSize: groupSizeSchema,
    /** Absent settings stay as they are. */
    slowMode: z.optional(z.literal([...slowModeSeconds])),
    onlyChiefWrites: z.optional(z.boolean()),
    preview: z.optional(z.boolean()),
  }),
  answer: z.object({ settings: tribeSettingsSchema, booted: z.int() }),
  errors: ["not_found", "forbidden"],
});
