import type { Mint, Notice, Uid } from "@tribe/contract";
import { isEmptyText, quoteOf } from "@tribe/domain/chat";
import { withShownHosts } from "@tribe/domain/links";
import { formatAmount } from "@tribe/domain/money";
import { fileTexts, walletNoticeTexts } from "@tribe/domain/words";
import { eq, inArray, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { messageReactions, messages } from "../chat/schema.ts";
import { creations } from "../factory/schema.ts";
import { faceOf, type Person, peopleByAddresses, peopleByUids, tribeName, tribePicture } from "../identity/index.ts";
import { tokens } from "../indexer/schema.ts";
import { readSeatLoss } from "../membership/index.ts";
import { isBlocked } from "./is-blocked.ts";
import type { NoticeSubjectRow, notices } from "./schema.ts";

/** A stored notice. */
export type NoticeRow = typeof notices.$inferSelect;

/** What notices refer to, as it is now. */
interface Named {
  readonly tribes: ReadonlyMap<Mint, { readonly name: string; readonly pfp: string | null }>;
  /** By the notice's id. */
  readonly messages: ReadonlyMap<number, MessageRow>;
  /** By the notice's id. */
  readonly reactions: ReadonlyMap<number, ReactionRow>;
  readonly people: ReadonlyMap<Uid, Person>;
}
type MessageRow = Pick<typeof messages.$inferSelect, "id" | "seq" | "authorUid" | "text" | "kind">;
type ReactionRow = { readonly uid: Uid; readonly emoji: string; readonly people: number };

/**
 * Stored notices with current names and texts. A notice is left out when its subject no longer exists, or when it is about
 * somebody whom its person has blocked.
 */
export const presentNotices = async (db: Executor, rows: readonly NoticeRow[]): Promise<Notice[]> => {
  if (rows.length === 0) return [];
  const subjects = rows.map(({ subject }) => subject);
  // One after another, because in a transaction they share one connection.
  const tribes = await tribesOf(db, [...new Set(subjects.flatMap(mintsOf))]);
  const found = await messagesOf(db, rows);
  const reactions = await reactionsOf(db, rows);
  const uids = [...found.values()].map(({ authorUid }) => authorUid);
  const reactors = [...reactions.values()].map(({ uid }) => uid);
  const named: Named = {
    tribes,
    messages: found,
    reactions,
    people: await peopleByUids(db, [...new Set([...uids, ...reactors])]),
  };
  return rows.flatMap((row) => presentNotice(row, named) ?? []);
};

const mintsOf = (subject: NoticeSubjectRow): readonly Mint[] => {
  if (subject.type === "system") return [];
  return subject.type === "token_created" ? subject.mints : [subject.mint];
};

const presentNotice = (row: NoticeRow, named: Named): Notice | null => {
  const { subject } = row;
  const shared = { id: String(row.id), at: row.at.getTime(), isRead: row.readAt !== null };
  switch (subject.type) {
    case "system":
      return "wallet" in subject
        ? { ...shared, type: "system", route: "/you/security", text: walletNoticeTexts[subject.wallet] }
        : { ...shared, type: "system", route: subject.route, text: subject.text };
    case "token_created": {
      const tribes = subject.mints.flatMap((mint) => {
        const tribe = named.tribes.get(mint);
        return tribe ? [{ mint, ...tribe }] : [];
      });
      const [first] = tribes;
      if (!first) return null;
      const route = row.count === 1 ? `/token/${first.mint}` : "/?sort=newest";
      return { ...shared, type: "token_created", route, count: row.count, tribes };
    }
    default:
      return presentOfTribe(row, subject, shared, named);
  }
};

type OfTribe = Exclude<NoticeSubjectRow, { type: "system" | "token_created" }>;

const presentOfTribe = (
  row: NoticeRow,
  subject: OfTribe,
  shared: { readonly id: string; readonly at: number; readonly isRead: boolean },
  named: Named,
): Notice | null => {
  const { mint } = subject;
  const tribe = named.tribes.get(mint);
  if (!tribe) return null;
  const common = { ...shared, mint, tribe: tribe.name, tribePfp: tribe.pfp };
  switch (subject.type) {
    case "chat_booted":
      return { ...common, type: "chat_booted", route: `/token/${mint}`, loss: readSeatLoss(subject.loss) };
    case "airdrop": {
      const { symbol, decimals, amount } = subject;
      return { ...common, type: "airdrop", route: "/wallet", symbol, amount: amountText(amount, decimals) };
    }
    case "chat_new_message":
    case "chat_reply":
    case "chat_reaction": {
      const message = named.messages.get(row.id);
      if (!message) return null;
      // New messages lead to where the person stopped reading; an answer or a reaction leads to its message.
      const route =
        subject.type === "chat_new_message"
          ? `/chat/${mint}`
          : `/chat/${mint}?message=${encodeURIComponent(`${message.id}.${message.seq}`)}`;
      const excerpt = isEmptyText(message.text) ? fileTexts[message.kind] : quoteOf(withShownHosts(message.text));
      if (subject.type === "chat_reaction") {
        const last = named.reactions.get(row.id);
        if (!last) return null;
        const actor = actorOf(named, last.uid);
        return {
          ...common,
          type: "chat_reaction",
          route,
          count: last.people,
          actor,
          emoji: last.emoji || null,
          excerpt,
        };
      }
      const actor = actorOf(named, message.authorUid);
      return subject.type === "chat_reply"
        ? { ...common, type: "chat_reply", route, actor, excerpt, isMention: subject.isMention }
        : { ...common, type: "chat_new_message", route, actor, excerpt, count: row.count };
    }
  }
};

const actorOf = ({ people }: Named, uid: Uid): Extract<Notice, { type: "chat_reply" }>["actor"] => {
  const person = people.get(uid);
  return { uid, ...(person ? faceOf(person) : { displayName: uid.slice(0, 6), pfp: null }) };
};

/** Formats base units of a token with these decimals. */
const amountText = (units: string, decimals: number): string => {
  const shown = 9;
  const amount = BigInt(units);
  return formatAmount(
    decimals > shown ? amount / 10n ** BigInt(decimals - shown) : amount * 10n ** BigInt(shown - decimals),
  );
};

const tribesOf = async (db: Executor, mints: readonly Mint[]): Promise<Named["tribes"]> => {
  if (mints.length === 0) return new Map();
  const rows = await db
    .select({ mint: tokens.mint, name: tokens.name, creator: tokens.creatorAddress, pinned: creations.pfp })
    .from(tokens)
    .leftJoin(creations, eq(creations.mint, tokens.mint))
    .where(inArray(tokens.mint, [...mints]));
  const creators = await peopleByAddresses(
    db,
    rows.map(({ creator }) => creator),
  );
  return new Map(
    rows.map(({ mint, name, creator: address, pinned }) => {
      const creator = creators.get(address);
      return [mint, { name: tribeName(name, creator), pfp: tribePicture(pinned, creator) }];
    }),
  );
};

/**
 * The message that each notice of a chat shows: the person's own if others reacted to it, else the newest one of somebody else.
 * Deleted ones are left out.
 */
const messagesOf = async (db: Executor, rows: readonly NoticeRow[]): Promise<Named["messages"]> => {
  const asked = rows.flatMap(({ id, uid, subject }) => {
    switch (subject.type) {
      case "chat_new_message":
        return [{ id, uid, mint: subject.mint, from: subject.from, number: subject.number, is_own: false }];
      case "chat_reply":
      case "chat_reaction": {
        const { mint, number, type } = subject;
        return [{ id, uid, mint, from: number, number, is_own: type === "chat_reaction" }];
      }
      default:
        return [];
    }
  });
  if (asked.length === 0) return new Map();
  const { rows: found } = await db.execute<{
    asked: string;
    id: MessageRow["id"];
    seq: string;
    author_uid: Uid;
    text: string;
    kind: MessageRow["kind"];
  }>(sql`
    select asked.id as asked, found.id, found.seq, found.author_uid, found.text, found.kind
    from json_to_recordset(${JSON.stringify(asked)}::json)
      as asked (id bigint, uid text, mint text, "from" bigint, number bigint, is_own boolean)
    cross join lateral (
      select id, seq, author_uid, text, kind from ${messages} as message
      where message.mint = asked.mint and message.number between asked."from" and asked.number and message.deleted_at is null
        and (message.author_uid = asked.uid) = asked.is_own and not ${isBlocked(sql`asked.uid`, sql`message.author_uid`)}
      order by message.number desc limit 1
    ) as found`);
  return new Map(
    found.map(({ asked: of, id, seq, author_uid, text, kind }) => [
      Number(of),
      { id, seq: Number(seq), authorUid: author_uid, text, kind },
    ]),
  );
};

/** Who gave a message its newest reaction, and how many people reacted, without the author. */
const reactionsOf = async (db: Executor, rows: readonly NoticeRow[]): Promise<Named["reactions"]> => {
  const asked = rows.flatMap(({ id, uid, subject }) =>
    subject.type === "chat_reaction" ? [{ id, uid, mint: subject.mint, number: subject.number }] : [],
  );
  if (asked.length === 0) return new Map();
  const heard = sql`reaction.mint = asked.mint and reaction.number = asked.number and reaction.uid <> asked.uid
    and not ${isBlocked(sql`asked.uid`, sql`reaction.uid`)}`;
  const { rows: found } = await db.execute<{ asked: string; uid: Uid; emoji: string; people: number }>(sql`
    select asked.id as asked, last.uid, last.emoji, (
      select count(distinct uid) from ${messageReactions} as reaction where ${heard}
    )::int as people
    from json_to_recordset(${JSON.stringify(asked)}::json) as asked (id bigint, uid text, mint text, number bigint)
    cross join lateral (
      select uid, emoji from ${messageReactions} as reaction where ${heard} order by reaction.reacted_at desc limit 1
    ) as last`);
  return new Map(found.map(({ asked: of, ...rest }) => [Number(of), rest]));
};
