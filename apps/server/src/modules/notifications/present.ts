import type { Mint, Notice, TokenProfile, Uid } from "@tribe/contract";
import { isEmptyText, quoteOf } from "@tribe/domain/chat";
import { withShownHosts } from "@tribe/domain/links";
import { plainTextOf } from "@tribe/domain/markup";
import { amountsOf, formatAmount, pricesOf, typedFormat } from "@tribe/domain/money";
import { fileTexts, walletNoticeTexts } from "@tribe/domain/words";
import type { Executor } from "../../db/client.ts";
import {
  nameAndPictureOf,
  type Person,
  peopleByAddresses,
  peopleByUids,
  tribeName,
  tribePicture,
} from "../identity/index.ts";
import { readSeatLoss } from "../membership/index.ts";
import type { NoticeRow, NoticeSubjectRow } from "./schema.ts";
import {
  messagesOfNotices,
  reactionsOfNotices,
  type ShownMessage,
  type ShownReaction,
  tribesOfMints,
} from "./store/subjects.ts";

type ShownTribe = Pick<TokenProfile, "name" | "pfp" | "symbol" | "newMint" | "conversionRate">;

/** What notices refer to, as it is now. */
interface Named {
  readonly tribes: ReadonlyMap<Mint, ShownTribe>;
  /** By the notice's id. */
  readonly messages: ReadonlyMap<number, ShownMessage>;
  /** By the notice's id. */
  readonly reactions: ReadonlyMap<number, ShownReaction>;
  readonly people: ReadonlyMap<Uid, Person>;
}

/**
 * Stored notices with current names and texts. A notice is left out when its subject no longer exists, or when it is about
 * somebody whom its person has blocked.
 */
export const presentNotices = async (db: Executor, rows: readonly NoticeRow[]): Promise<Notice[]> => {
  if (rows.length === 0) return [];
  const subjects = rows.map(({ subject }) => subject);
  // One after another, because in a transaction they share one connection.
  const tribes = await presentTribes(db, [...new Set(subjects.flatMap(mintsOf))]);
  const messages = await messagesOfNotices(db, rows);
  const reactions = await reactionsOfNotices(db, rows);
  const authors = [...messages.values()].map(({ authorUid }) => authorUid);
  const reactors = [...reactions.values()].map(({ uid }) => uid);
  const people = await peopleByUids(db, [...new Set([...authors, ...reactors])]);
  const named: Named = { tribes, messages, reactions, people };
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
        return tribe ? [{ mint, name: tribe.name, pfp: tribe.pfp }] : [];
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
    case "seat_alarm": {
      const { alarm, amount } = subject;
      const units = BigInt(amount);
      const { shown, per } = pricesOf(tribe);
      const isSeat = alarm === "spare";
      return {
        ...common,
        type: "seat_alarm",
        // The seat's alarm leads to what keeps it.
        route: isSeat ? `/token/${mint}?stay=1` : `/token/${mint}`,
        alarm,
        amount: isSeat
          ? amountsOf(tribe).named(units, typedFormat)
          : [`${formatAmount(shown(units))} SOL`, per].filter(Boolean).join(" "),
      };
    }
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
      // A mail program makes a link of whatever looks like one, also in what was code.
      const excerpt = isEmptyText(message.text)
        ? fileTexts[message.kind]
        : quoteOf(withShownHosts(plainTextOf(message.text)));
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
  return { uid, ...(person ? nameAndPictureOf(person) : { displayName: uid.slice(0, 6), pfp: null }) };
};

/** Formats base units of a token with these decimals. */
const amountText = (units: string, decimals: number): string => {
  const shown = 9;
  const amount = BigInt(units);
  return formatAmount(
    decimals > shown ? amount / 10n ** BigInt(decimals - shown) : amount * 10n ** BigInt(shown - decimals),
  );
};

const presentTribes = async (db: Executor, mints: readonly Mint[]): Promise<Named["tribes"]> => {
  const rows = await tribesOfMints(db, mints);
  const creators = await peopleByAddresses(
    db,
    rows.map(({ creator }) => creator),
  );
  return new Map(
    rows.map(({ mint, name, creator: address, pinned, ...amounts }) => {
      const creator = creators.get(address);
      return [mint, { name: tribeName(name, creator), pfp: tribePicture(pinned, creator), ...amounts }];
    }),
  );
};
