import { airdropState, type MessageId, type Mint, tokenUnits } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { insertMany } from "../../../db/insert-many.ts";
import { writeEvent } from "../../../engines/bus/outbox.ts";
import { blocks } from "../../account/schema.ts";
import { airdropEntries, airdropTasks } from "../../airdrop/schema.ts";
import { deleteMessage } from "../../chat/delete-message.ts";
import { appendMessages } from "../../chat/index.ts";
import { lockMessage } from "../../chat/lock-message.ts";
import { setReaction } from "../../chat/reactions.ts";
import { messages } from "../../chat/schema.ts";
import { forgetPerson } from "../../identity/index.ts";
import { blockMember, leaveTribes, unblockMember } from "../../membership/index.ts";
import { forgetNotices } from "../store/forget-notices.ts";
import type { Cell, RecipientScene } from "./recipient-scene.ts";
import { type NoticeEvent, needsSeat, type State, states } from "./recipient-table.ts";

/** What happened, by names with which tests find it again. */
export interface RecipientEvents {
  readonly airdropId: string;
  /** Messages by their role: a state, or `own`, `answer` and `claim` with a person's uid. */
  messageOf(name: string): MessageId;
  /** A message's number in its chat; undefined when it was not sent, because the person had deleted the account. */
  numberOf(name: string): number | undefined;
}

const texts = { "an announcement": "We have moved", "a mailed announcement": "We move on Sunday" } as const;

type Send = Parameters<typeof appendMessages>[1][number];
/** One person sends more here than the rate limit allows. */
const sendMessages = async (
  { ctx }: RecipientScene,
  sends: readonly Pick<Send, "mint" | "uid" | "text" | "replyTo">[],
) => {
  const answers: Exclude<Awaited<ReturnType<typeof appendMessages>>[number], Error | null>[] = [];
  for (let from = 0; from < sends.length; from += 5) {
    await ctx.db.execute(sql`delete from message_allowances`);
    const some = sends.slice(from, from + 5).map((send) => ({
      ...send,
      sessionId: null,
      clientId: crypto.randomUUID(),
    }));
    for (const answer of await appendMessages(ctx, some)) {
      if (!answer || answer instanceof Error) throw answer ?? new Error("not sent");
      answers.push(answer);
    }
  }
  return answers;
};

/** Makes everything happen that somebody can be notified of, for everybody. */
export const causeAllEvents = async (scene: RecipientScene): Promise<RecipientEvents> => {
  const { ctx, author, cells, newTribe, inState, placeOf, transact, setHoldings } = scene;
  const { uid } = author.person;
  const said = new Map<string, MessageId>();
  const remember = (name: string, message: { readonly id: MessageId } | undefined): void => {
    if (!message) throw new Error(`${name} was not said`);
    said.set(name, message.id);
  };
  const messageOf = (name: string): MessageId => {
    const id = said.get(name);
    if (!id) throw new Error(`${name} was not said`);
    return id;
  };
  for (const { uid: ended } of inState("had ended the account"))
    await transact(async (tx) => {
      await leaveTribes(tx, ended);
      await forgetNotices(tx, ended);
      await forgetPerson(tx, ended);
    });
  const living = cells.filter(({ state }) => state !== "had ended the account");
  // The messages that are answered and reacted to.
  const questions = await sendMessages(
    scene,
    living.map((cell) => ({ mint: placeOf("an answer", cell.state), uid: cell.uid, text: "?" })),
  );
  const claims = await sendMessages(
    scene,
    living.map((cell) => ({ mint: placeOf("a reaction", cell.state), uid: cell.uid, text: "!" })),
  );
  const firsts = await sendMessages(
    scene,
    states.map((state) => ({
      mint: placeOf("a message where they have a seat", state),
      uid,
      text: "Hello",
    })),
  );
  for (const [index, state] of states.entries()) remember(state, firsts[index]);
  const owns = await sendMessages(
    scene,
    living.map(({ own }) => ({ mint: own, uid, text: "Hello, Chief" })),
  );
  const answers = await sendMessages(
    scene,
    living.map(({ state }, index) => ({
      mint: placeOf("an answer", state),
      uid,
      text: "Yes",
      replyTo: questions[index]?.id ?? null,
    })),
  );
  living.forEach((cell, index) => {
    remember(`own ${cell.uid}`, owns[index]);
    remember(`answer ${cell.uid}`, answers[index]);
    remember(`claim ${cell.uid}`, claims[index]);
  });
  await react(scene, { messageOf }, living, true);
  const { rows } = await ctx.db.execute<{ id: MessageId; number: number }>(
    sql`select id, number::int from ${messages}`,
  );
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  await transact((tx) =>
    setHoldings(
      tx,
      living.map(({ state, address }) => ({ mint: placeOf("a lost seat", state), owner: address })),
      1n,
    ),
  );
  for (const cell of living)
    await transact((tx) => blockMember(tx, placeOf("a block by a Chief", cell.state), personOf(scene, cell)));
  const airdropId = await transact(async (tx) => {
    await writeEvent(tx, "token.created", { mint: newTribe, signature: "s" });
    await writeEvent(tx, "system.announced", {
      id: "app",
      text: texts["an announcement"],
      route: "/you",
      isMailed: false,
    });
    await writeEvent(tx, "system.announced", {
      id: "mail",
      text: texts["a mailed announcement"],
      route: "/you",
      isMailed: true,
    });
    for (const { own } of cells) await writeEvent(tx, "trade.indexed", { mint: own, signature: "s", frame: "{}" });
    return sendAirdrop(tx, scene);
  });
  const numberOf = (name: string): number | undefined => {
    const id = said.get(name);
    return id && numbers.get(id);
  };
  return { airdropId, messageOf, numberOf };
};

const personOf = ({ author }: RecipientScene, { uid, address }: Cell) => ({ ...author.person, uid, address });

const react = async (
  { ctx, author, placeOf, transact }: RecipientScene,
  { messageOf }: Pick<RecipientEvents, "messageOf">,
  to: readonly Cell[],
  isOn: boolean,
): Promise<void> => {
  for (const { uid, state } of to)
    await transact((tx) =>
      setReaction(
        tx,
        author.person,
        { mint: placeOf("a reaction", state), messageId: messageOf(`claim ${uid}`), kind: "emoji", emoji: "🔥" },
        isOn,
        ctx.now(),
      ),
    );
};

const sendAirdrop = async (tx: Executor, { author, cells, newTribe: mint }: RecipientScene): Promise<string> => {
  const { uid, address } = author.person;
  const [id, setUpId, closeId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const [state, amount] = [airdropState.completed, tokenUnits(1_000_000n)];
  await tx.insert(airdropTasks).values({
    id,
    uid,
    mint,
    creator: address,
    airdropMint: mint,
    program: "token",
    decimals: 6,
    symbol: "GIFT",
    amount,
    options: { toCreator: false, toMembers: true, toHolders: false },
    snapshotSlot: 1,
    snapshotAt: new Date(),
    membersCount: 1,
    holdersCount: 1,
    recipients: cells.length,
    batchSize: 17,
    batches: 1,
    state,
    listHash: Buffer.alloc(32),
    makesPool: false,
    setUpId,
    closeId,
  });
  await insertMany(
    tx,
    airdropEntries,
    cells.map((cell, index) => ({
      taskId: id,
      address: cell.address,
      isMember: true,
      weight: tokenUnits(1n),
      place: index,
      amount,
    })),
  );
  await writeEvent(tx, "airdrop.changed", { uid, taskId: id, mint, airdropMint: mint, state });
  return id;
};

/** What happens between the planning and the jobs of pushes and mails. */
export const changeBeforeItsTurn = async (scene: RecipientScene, events: RecipientEvents): Promise<void> => {
  const { ctx, author, inState, placeOf, transact, setHoldings } = scene;
  const uids = (state: State) => sql.param(inState(state).map(({ uid }) => uid));
  await ctx.db.execute(sql`update notices set read_at = now() where uid = any(${uids("reads it before its turn")})`);
  await ctx.db.execute(sql`
    update notices set at = at - interval '4 days' where uid = any(${uids("hears four days late, after an outage")})`);

  const taken = "has it taken back before its turn";
  const remove = (mint: Mint, name: string) =>
    transact(async (tx) => {
      const { channel, row } = await lockMessage(tx, { mint, messageId: events.messageOf(name) }, author.person);
      await deleteMessage(ctx, tx, channel, row, "author");
    });
  await remove(placeOf("a message where they have a seat", taken), taken);
  for (const { uid, own } of inState(taken)) {
    await remove(own, `own ${uid}`);
    await remove(placeOf("an answer", taken), `answer ${uid}`);
  }
  await react(scene, events, inState(taken), false);
  const owners = (event: NoticeEvent, state: State) =>
    inState(state).map(({ address }) => ({ mint: placeOf(event, state), owner: address }));
  await transact((tx) => setHoldings(tx, owners("a lost seat", taken), 30n));
  for (const cell of inState(taken))
    await transact((tx) => unblockMember(tx, placeOf("a block by a Chief", taken), personOf(scene, cell)));

  const leaves = "loses the seat before its turn";
  await transact((tx) =>
    setHoldings(
      tx,
      needsSeat.flatMap((event) => owners(event, leaves)),
      1n,
    ),
  );
  const banned = "is blocked by the Chief before its turn";
  for (const cell of inState(banned))
    for (const event of needsSeat)
      await transact((tx) => blockMember(tx, placeOf(event, banned), personOf(scene, cell)));
  await transact(async (tx) => {
    for (const { uid } of inState("blocks who did it before its turn")) {
      const pair = { uid, blockedUid: author.person.uid };
      await tx.insert(blocks).values(pair);
      await writeEvent(tx, "account.blocked", pair);
    }
  });
};

/** The key under which a notice is stored, which is also its push's tag. */
export const keyOf = (
  { placeOf }: RecipientScene,
  { airdropId, numberOf }: RecipientEvents,
  event: NoticeEvent,
  { uid, state, own }: Cell,
): string => {
  const numbered = (kind: string, name: string) => `${kind}:${placeOf(event, state)}:${numberOf(`${name} ${uid}`)}`;
  switch (event) {
    case "a message where they have a seat":
      return `message:${placeOf(event, state)}`;
    case "a message in their own Tribe":
      return `message:${own}`;
    case "an answer":
      return numbered("reply", "answer");
    case "a reaction":
      return numbered("reaction", "claim");
    case "a lost seat":
    case "a block by a Chief":
      return `booted:${placeOf(event, state)}`;
    case "a new Tribe":
      return "created";
    case "an announcement":
      return "system:app";
    case "a mailed announcement":
      return "system:mail";
    case "an airdrop":
      return `airdrop:${airdropId}`;
    case "an alarm":
      return `alarm:${own}`;
  }
};
/** A text that only its mail has. */
export const mailMark = ({ placeOf }: RecipientScene, event: NoticeEvent, { state, own }: Cell): string | null => {
  switch (event) {
    case "a lost seat":
    case "a block by a Chief":
      return `/token/${placeOf(event, state)}`;
    case "an announcement":
    case "a mailed announcement":
      return texts[event];
    case "an alarm":
      return `/token/${own}`;
    default:
      // Never mailed by itself: the mails that arrived are counted below.
      return null;
  }
};
