import { type Mint, notificationSettingsOf, type Uid } from "@tribe/contract";
import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { blocks } from "../../account/schema.ts";
import { people } from "../../identity/schema.ts";
import { tokens } from "../../indexer/schema.ts";
import { seats } from "../../membership/schema.ts";
import { onlineSeconds, visibleRoutes } from "../../realtime/schema.ts";
import type { ChatReceiver, Receiver } from "../rules/receivers.ts";
import { notificationSettings, pushSubscriptions } from "../schema.ts";

/** What each query of receivers returns of a person. */
export type ReceiverRow = {
  readonly uid: Uid;
  readonly chosen: Parameters<typeof notificationSettingsOf>[0];
  readonly has_push: boolean;
};

/** A row in the form that the rules read. */
export const receiverOf = ({ uid, chosen, has_push }: ReceiverRow): Receiver => ({
  uid,
  settings: notificationSettingsOf(chosen),
  hasPush: has_push,
});

/** Whether a person has a browser that gets pushes, as SQL. */
export const hasPush = (uid: SQL): SQL =>
  sql`exists (select from ${pushSubscriptions} as browser where browser.uid = ${uid})`;

/** Everybody who may read these chats now. */
export const chatReceivers = async (tx: Executor, mints: readonly Mint[]): Promise<readonly ChatReceiver[]> => {
  if (mints.length === 0) return [];
  const { rows } = await tx.execute<
    ReceiverRow & { mint: Mint; is_chief: boolean; is_visible: boolean; blocked: readonly Uid[] | null }
  >(sql`
    select reader.mint, reader.uid, reader.is_chief, settings.chosen,
      (select array_agg(block.blocked_uid) from ${blocks} as block where block.uid = reader.uid) as blocked,
      ${hasPush(sql`reader.uid`)} as has_push,
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
  const { rows } = await tx.execute<ReceiverRow>(sql`
    select person.uid, settings.chosen, ${hasPush(sql`person.uid`)} as has_push
    from ${people} as person left join ${notificationSettings} as settings on settings.uid = person.uid
    where person.uid = any(${sql.param(uids)}) and person.deleted_at is null`);
  return new Map(rows.map((row) => [row.uid, receiverOf(row)]));
};
