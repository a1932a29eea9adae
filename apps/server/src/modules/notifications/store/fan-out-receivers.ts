import { sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { blocks } from "../../account/schema.ts";
import { airdropEntries, airdropTasks } from "../../airdrop/schema.ts";
import { people } from "../../identity/schema.ts";
import { tokens } from "../../indexer/schema.ts";
import type { FanOut } from "../rules/fan-out-drafts.ts";
import type { FanOutReceiver } from "../rules/receivers.ts";
import { notificationSettings } from "../schema.ts";
import { hasPush, type ReceiverRow, receiverOf } from "./receivers.ts";

type Row = ReceiverRow & Pick<FanOutReceiver, "gift">;

/**
 * The people after a given one who may want a notice for many, in the order of their ids: of a new Tribe neither its creator nor
 * anybody who has blocked the creator.
 */
export const fanOutReceivers = async (
  tx: Executor,
  what: FanOut,
  after: string,
  limit: number,
): Promise<readonly FanOutReceiver[]> => {
  const { rows } = await tx.execute<Row>(statementOf(what, after, limit));
  return rows.map((row) => ({ ...receiverOf(row), ...(row.gift ? { gift: row.gift } : {}) }));
};

const statementOf = (what: FanOut, after: string, limit: number) => {
  const withPush = sql`${hasPush(sql`person.uid`)} as has_push`;
  switch (what.type) {
    case "airdrop":
      return sql`select person.uid, settings.chosen, ${withPush}, json_build_object(
          'mint', task.mint, 'symbol', task.symbol, 'decimals', task.decimals, 'amount', entry.amount::text
        ) as gift
        from ${airdropEntries} as entry join ${airdropTasks} as task on task.id = entry.task_id
        join ${people} as person on person.address = entry.address and person.uid <> task.uid
        left join ${notificationSettings} as settings on settings.uid = person.uid
        where entry.task_id = ${what.taskId} and entry.place is not null and person.uid > ${after}
        order by person.uid limit ${limit}`;
    case "system":
      return sql`select person.uid, settings.chosen, ${withPush} from ${people} as person
        left join ${notificationSettings} as settings on settings.uid = person.uid
        where person.uid > ${after} and person.deleted_at is null order by person.uid limit ${limit}`;
    case "token_created":
      return sql`select settings.uid, settings.chosen, ${withPush} from ${notificationSettings} as settings
        join ${people} as person on person.uid = settings.uid
        where settings.uid > ${after} and settings.wants_new_tribes and not exists (
          select from ${tokens} as token where token.mint = ${what.mint} and (
            token.creator_address = person.address or exists (
              select from ${blocks} as block join ${people} as creator on creator.uid = block.blocked_uid
              where block.uid = person.uid and creator.address = token.creator_address
            )
          )
        ) order by settings.uid limit ${limit}`;
  }
};
