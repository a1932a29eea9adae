import { type MembershipState, routes } from "@tribe/contract";
import { desc, eq } from "drizzle-orm";
import { query } from "../../../http/implement.ts";
import { creations } from "../../factory/schema.ts";
import { tribeName, tribePicture } from "../../identity/index.ts";
import { tokens } from "../../indexer/schema.ts";
import { hasAccess } from "../../membership/index.ts";
import { seats } from "../../membership/schema.ts";
import { callerOf } from "../caller-of.ts";
import { newestMessages } from "../log.ts";
import { presentMessages } from "../present.ts";
import { readStatesOf } from "../unread.ts";

/** The caller's chats: of the Tribes they created, and of those they joined. */
export const mine = query(routes.chat.mine, async ({ ctx, tx, session }) => {
  const person = await callerOf(ctx, tx, session.uid);
  const own = person.address
    ? await tx
        .select({ token: tokens, pinned: creations.pfp })
        .from(tokens)
        .leftJoin(creations, eq(creations.mint, tokens.mint))
        .where(eq(tokens.creatorAddress, person.address))
    : [];
  const joined = await tx
    .select({ token: tokens, pinned: creations.pfp, state: seats.state, loss: seats.loss })
    .from(seats)
    .innerJoin(tokens, eq(tokens.mint, seats.mint))
    .leftJoin(creations, eq(creations.mint, tokens.mint))
    .where(eq(seats.uid, session.uid))
    .orderBy(desc(seats.changedAt));
  const chats: ((typeof own)[number] & { state: MembershipState; loss?: (typeof joined)[number]["loss"] })[] = [
    ...own.map((tribe) => ({ ...tribe, state: "chief" as const })),
    ...joined,
  ];
  const open = chats.flatMap(({ token, state }) => (hasAccess(state) ? [token.mint] : []));
  const { people } = ctx.ports;
  const [creators, newest, reads] = await Promise.all([
    people.byAddresses(
      tx,
      chats.map(({ token }) => token.creatorAddress),
    ),
    newestMessages(tx, open).then((rows) => presentMessages(people, tx, rows, session.uid)),
    readStatesOf(tx, session.uid, open),
  ]);
  const newestOf = new Map(newest.map((message) => [message.mint, message]));
  return {
    chats: chats.map(({ token, pinned, state, loss }) => ({
      mint: token.mint,
      name: tribeName(token.name, creators.get(token.creatorAddress)),
      symbol: token.symbol,
      pfp: tribePicture(pinned, creators.get(token.creatorAddress)),
      state,
      gaveUp: Boolean(loss?.gaveUp),
      lastMessage: newestOf.get(token.mint) ?? null,
      read: reads.get(token.mint) ?? null,
    })),
  };
});
