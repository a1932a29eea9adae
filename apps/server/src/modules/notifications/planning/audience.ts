import { type Mint, type NotificationSettings, notificationSettingsOf, type Uid } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { blocks } from "../../account/schema.ts";
import { people } from "../../identity/schema.ts";
import { tokens } from "../../indexer/schema.ts";
import { seats } from "../../membership/schema.ts";
import { onlineSeconds, visibleRoutes } from "../../realtime/schema.ts";
import { notificationSettings, pushSubscriptions } from "../schema.ts";

/** A possible recipient, with what the planner needs to know. */
export interface Receiver {
  readonly uid: Uid;
  readonly settings: NotificationSettings;
  /** At least one browser gets pushes. */
  readonly hasPush: boolean;
}

/** Somebody who may read a Tribe's chat. */
export interface ChatReceiver extends Receiver {
  readonly mint: Mint;
  readonly isChief: boolean;
  /** The people whom they have blocked: nothing that these say or do is reported. */
  readonly blocked: ReadonlySet<Uid>;
  /** One of their pages shows this chat now. */
  readonly isVisible: boolean;
}

type Row = {
  uid: Uid;
  chosen: Parameters<typeof notificationSettingsOf>[0];
  has_push: boolean;
};

const receiverOf = ({ uid, chosen, has_push }: Row): Receiver => ({
  uid,
  settings: notificationSettingsOf(chosen),
  hasPush: has_push,
});

/** Everybody who may read these chats now. */
export const chatReceivers = async (tx: Executor, mints: readonly Mint[]): Promise<readonly ChatReceiver[]> => {
  if (mints.length === 0) return [];
  const { rows } = await tx.execute<
    Row & { mint: Mint; is_chief: boolean; is_visible: boolean; blocked: readonly Uid[] | null }
  >(sql`
    select reader.mint, reader.uid, reader.is_chief, settings.chosen,
      (select array_agg(block.blocked_uid) from ${blocks} as block where block.uid = reader.uid) as blocked,
      exists (select from ${pushSubscriptions} as browser where browser.uid = reader.uid) as has_push,
      exists (
        select from ${visibleRoutes} as page where page.uid = reader.uid and page.routes ? ('/chat/' || reader.mint)
          and page.seen_at > now() - make_interval(secs => ${onlineSeconds})
      ) as is_visible
    from (
      select mint, uid, false as is_chief from ${seats} where mint = any(${sql.param(mints)}) and state = 'active'
      union all
      select token.mint, chief.uid, true from ${tokens} as token
        join ${people} as chief on chief.address = token.creator_address where token.mint = any(${sql.param(mints)})
    ) as reader
    left join ${notificationSettings} as settings on settings.uid = reader.uid`);
  return rows.map((row) => ({
    ...receiverOf(row),
    mint: row.mint,
    isChief: row.is_chief,
    isVisible: row.is_visible,
    blocked: new Set(row.blocked ?? []),
  }));
};

/** These people, without deleted accounts. */
export const receiversOf = async (tx: Executor, uids: readonly Uid[]): Promise<ReadonlyMap<Uid, Receiver>> => {
  if (uids.length === 0) return new Map();
  const { rows } = await tx.execute<Row>(sql`
    select person.uid, settings.chosen,
      exists (select from ${pushSubscriptions} as browser where browser.uid = person.uid) as has_push
    from ${people} as person left join ${notificationSettings} as settings on settings.uid = person.uid
    where person.uid = any(${sql.param(uids)}) and person.deleted_at is null`);
  return new Map(rows.map((row) => [row.uid, receiverOf(row)]));
};
