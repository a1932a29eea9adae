import { randomUUID } from "node:crypto";
import { ApiError, type MessageId, type Mint, type Uid } from "@tribe/contract";
import { and, eq } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import { channels, hasAccess, lockChannel, membershipOf } from "../market/index.ts";
import { takeMessageAllowance } from "./allowance.ts";
import { messageFrame, presentMessage } from "./present.ts";
import { messages } from "./schema.ts";

/** What a sender is told of a stored message. */
export interface StoredMessage {
  readonly id: MessageId;
  readonly seq: number;
}

/**
 * Appends a message to a Tribe's log: it gets the next number under the channel's row lock, in the transaction that
 * inserts it. The same `clientId` sent twice is one message with one answer, and costs no allowance.
 * @throws ApiError `not_a_member`, `banned`, `not_found`, `message_empty`, `too_many_requests`.
 */
export const sendMessage = (
  ctx: Pick<AppContext, "db" | "ports" | "now">,
  input: { readonly mint: Mint; readonly uid: Uid; readonly clientId: string; readonly text: string },
): Promise<StoredMessage> =>
  ctx.db.transaction(async (tx) => {
    const { mint, uid, clientId, text } = input;
    const channel = await lockChannel(tx, mint);
    const author = await ctx.ports.people.byUid(tx, uid);
    const membership = await membershipOf(tx, mint, author);
    if (!author || !hasAccess(membership)) throw new ApiError(membership === "banned" ? "banned" : "not_a_member");
    const [before] = await tx
      .select({ id: messages.id, seq: messages.seq })
      .from(messages)
      .where(and(eq(messages.authorUid, uid), eq(messages.mint, mint), eq(messages.clientId, clientId)));
    if (before) return before;
    if (text.trim() === "") throw new ApiError("message_empty");
    await takeMessageAllowance(tx, uid, ctx.now());

    const row = {
      mint,
      seq: channel.headSeq + 1,
      id: randomUUID() as string as MessageId,
      authorUid: uid,
      clientId,
      text,
      sentAt: new Date(ctx.now()),
    };
    await tx.insert(messages).values(row);
    await tx.update(channels).set({ headSeq: row.seq }).where(eq(channels.mint, mint));
    await writeEvent(tx, "chat.message", { mint, seq: row.seq, frame: messageFrame(presentMessage(row, author)) });
    return { id: row.id, seq: row.seq };
  });
