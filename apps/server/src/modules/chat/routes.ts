import { ApiError, type MembershipState, routes, type Uid } from "@tribe/contract";
import { rankMembers } from "@tribe/domain/membership";
import { desc, eq } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Executor } from "../../db/client.ts";
import { requireGates } from "../../gates.ts";
import { implement, type RouteImplementation } from "../../http/implement.ts";
import type { Person } from "../../ports.ts";
import { creations } from "../factory/schema.ts";
import { faceAt, faceOf, tribePicture } from "../identity/index.ts";
import { findToken, holdingOf, observeHolding, recordObservedBalances } from "../indexer/index.ts";
import { tokens } from "../indexer/schema.ts";
import { hasAccess, membershipOf, seatedMembers, takeSeat } from "../membership/index.ts";
import { seats } from "../membership/schema.ts";
import { messagesBefore, newestMessages } from "./log.ts";
import { presentMessages } from "./present.ts";

const callerOf = async (ctx: AppContext, db: Executor, uid: Uid): Promise<Person> => {
  const person = await ctx.ports.people.byUid(db, uid);
  if (!person) throw new ApiError("unauthorized");
  return person;
};

/** Takes a seat. The chain is asked for the joiner's holding first: the index may be a moment behind. */
const join = implement(
  routes.chat.join,
  async ({ ctx, body, session, takeNonce }) => {
    const person = await callerOf(ctx, ctx.db, session.uid);
    const token = await findToken(ctx.db, body.mint);
    if (!token) throw new ApiError("not_found");
    requireGates("join", person);
    if (!person.address) throw new ApiError("wallet_missing");
    const observations = await observeHolding(ctx.chain, token, person.address);
    return ctx.db.transaction(async (tx) => {
      await takeNonce(tx);
      await recordObservedBalances(tx, observations);
      return { state: await takeSeat(tx, body.mint, person) };
    });
  },
  { transaction: "own" },
);

const subscribers = implement(routes.chat.subscribers, async ({ ctx, tx, query }) => {
  const token = await findToken(tx, query.mint);
  if (!token) throw new ApiError("not_found");
  const members = rankMembers(await seatedMembers(tx, query.mint));
  const { people } = ctx.ports;
  const chief = await people.byAddress(tx, token.creatorAddress);
  const persons = await people.byUids(
    tx,
    members.map((member) => member.id),
  );
  const seated = members.map((member) => ({
    address: member.address,
    uid: member.id,
    ...faceAt(member.address, persons.get(member.id)),
    holding: member.holding,
    state: "active" as const,
  }));
  if (!chief) return { subscribers: seated };
  const address = token.creatorAddress;
  const holding = await holdingOf(tx, query.mint, address);
  const first = { address, uid: chief.uid, ...faceOf(chief), holding, state: "chief" as const };
  return { subscribers: [first, ...seated] };
});

const messages = implement(routes.chat.messages, async ({ ctx, tx, query, session }) => {
  if (!(await findToken(tx, query.mint))) throw new ApiError("not_found");
  const membership = await membershipOf(tx, query.mint, await callerOf(ctx, tx, session.uid));
  if (!hasAccess(membership)) throw new ApiError(membership === "banned" ? "banned" : "not_a_member");
  const rows = await messagesBefore(tx, query.mint, query.beforeSeq, query.limit + 1);
  const page = rows.slice(-query.limit);
  return { messages: await presentMessages(ctx.ports.people, tx, page), hasMore: rows.length > query.limit };
});

const mine = implement(routes.chat.mine, async ({ ctx, tx, session }) => {
  const person = await callerOf(ctx, tx, session.uid);
  const own = person.address
    ? await tx
        .select({ token: tokens, pinned: creations.pfp })
        .from(tokens)
        .leftJoin(creations, eq(creations.mint, tokens.mint))
        .where(eq(tokens.creatorAddress, person.address))
    : [];
  const joined = await tx
    .select({ token: tokens, pinned: creations.pfp, state: seats.state })
    .from(seats)
    .innerJoin(tokens, eq(tokens.mint, seats.mint))
    .leftJoin(creations, eq(creations.mint, tokens.mint))
    .where(eq(seats.uid, session.uid))
    .orderBy(desc(seats.changedAt));
  const chats: ((typeof own)[number] & { state: MembershipState })[] = [
    ...own.map((tribe) => ({ ...tribe, state: "chief" as const })),
    ...joined,
  ];
  const open = chats.flatMap(({ token, state }) => (hasAccess(state) ? [token.mint] : []));
  const { people } = ctx.ports;
  const [creators, newest] = await Promise.all([
    people.byAddresses(
      tx,
      chats.map(({ token }) => token.creatorAddress),
    ),
    newestMessages(tx, open).then((rows) => presentMessages(people, tx, rows)),
  ]);
  const newestOf = new Map(newest.map((message) => [message.mint, message]));
  return {
    chats: chats.map(({ token, pinned, state }) => ({
      mint: token.mint,
      name: token.name,
      symbol: token.symbol,
      pfp: tribePicture(pinned, creators.get(token.creatorAddress)),
      state,
      lastMessage: newestOf.get(token.mint) ?? null,
    })),
  };
});

/** What the chat module answers. Sending goes over the WebSocket. */
export const chatImplementations: RouteImplementation[] = [join, subscribers, messages, mine];
