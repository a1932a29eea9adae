import { clientFrameSchema } from "@tribe/contract";
import { clear, createStore, delMany, get, set, values } from "idb-keyval";
import * as z from "zod/mini";
import type { SendFrame } from "../../shared/realtime/resume.ts";
import { sentFileSchema } from "../media/index.ts";
import type { Outgoing } from "./log/chat-lines.ts";

const storedSchema = z.object({
  /** The author's session: no other session sends it. */
  sessionId: z.string(),
  /** In the wire format, so that new fields of a message are stored without a list here. */
  frame: z.unknown(),
  askedAt: z.number(),
  state: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("sending") }),
    z.object({ kind: z.literal("stopped") }),
    z.object({ kind: z.literal("failed"), reason: z.string(), canRetry: z.optional(z.boolean()) }),
  ]),
  files: z.optional(z.array(sentFileSchema)),
});

/** A message in IndexedDB until the server has it. */
export type StoredSend = Outgoing & { readonly sessionId: string };

const table = createStore("tribe:v1:outbox", "sends");

/** A browser without IndexedDB (or with a full one) keeps messages only as long as the page lives. */
const quietly = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
  try {
    return await work();
  } catch {
    return otherwise;
  }
};

const decodeFrame = (stored: unknown): SendFrame | null => {
  const read = z.safeDecode(clientFrameSchema, stored as never); // the schema checks it
  return read.success && read.data.type === "send" ? read.data : null;
};

/** One stored value, validated; null if an older version of the page wrote another format. */
const decode = (stored: unknown): StoredSend | null => {
  const read = z.safeParse(storedSchema, stored);
  if (!read.success) return null;
  const { frame: wire, files, ...rest } = read.data;
  const frame = decodeFrame(wire);
  return frame && { ...rest, frame, ...(files ? { files } : {}) };
};

/** The waiting messages in this browser, by their client ids. */
export const storedSends = {
  put: ({ frame, ...rest }: StoredSend): Promise<void> =>
    quietly(() => set(frame.clientId, { ...rest, frame: z.encode(clientFrameSchema, frame) }, table), undefined),
  /** Null once it was sent or cancelled, perhaps by another tab. */
  get: (clientId: string): Promise<StoredSend | null> => quietly(async () => decode(await get(clientId, table)), null),
  remove: (...clientIds: readonly string[]): Promise<void> => quietly(() => delMany([...clientIds], table), undefined),
  clear: (): Promise<void> => quietly(() => clear(table), undefined),
  /** The oldest first. */
  all: (): Promise<readonly StoredSend[]> =>
    quietly(
      async () => (await values(table)).flatMap((stored) => decode(stored) ?? []).sort((a, b) => a.askedAt - b.askedAt),
      [],
    ),
} as const;
