import { type Mint, notificationSettingsOf, type Uid } from "@tribe/contract";
import { nextLocalMinute, noticeWays } from "@tribe/domain/notifications";
import { sql } from "drizzle-orm";
import type { AppContext } from "../../../context/context.ts";
import type { Executor } from "../../../db/client.ts";
import { defineJob } from "../../../engines/jobs/definition.ts";
import { blocks } from "../../account/schema.ts";
import { airdropEntries, airdropTasks } from "../../airdrop/schema.ts";
import { people } from "../../identity/schema.ts";
import { tokens } from "../../indexer/schema.ts";
import { notificationSettings, pushSubscriptions } from "../schema.ts";
import { type NoticeDraft, writeNotices } from "./drafts.ts";

/** A notice for many people: everybody, or everybody who got something. */
export type FanOut =
  | { readonly type: "airdrop"; readonly taskId: string; readonly at: string }
  | { readonly type: "token_created"; readonly mint: Mint; readonly at: string }
  | {
      readonly type: "system";
      readonly id: string;
      readonly text: string;
      readonly route: string;
      /** Whether it is mailed, too. */
      readonly isMailed: boolean;
      readonly at: string;
    };

declare module "../../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Notifies some of the people and queues a job for the rest. */
    "notifications.fanOut": { readonly what: FanOut; readonly after: string };
  }
}

/** People per transaction. */
const peopleAtOnce = 1_000;

type Row = {
  readonly uid: Uid;
  readonly chosen: Parameters<typeof notificationSettingsOf>[0];
  readonly has_push: boolean;
  /** What this person got of an airdrop. */
  readonly gift?: { mint: Mint; symbol: string | null; decimals: number; amount: string };
};

/**
 * The people after a given one who may want it, in the order of their ids: not a Tribe's creator, nor anybody who has blocked the
 * creator.
 */
const readSome = async (tx: Executor, what: FanOut, after: string): Promise<readonly Row[]> => {
  const hasPush = sql`exists (select from ${pushSubscriptions} as browser where browser.uid = person.uid) as has_push`;
  const { rows } = await tx.execute<Row>(
    what.type === "airdrop"
      ? sql`select person.uid, settings.chosen, ${hasPush}, json_build_object(
            'mint', task.mint, 'symbol', task.symbol, 'decimals', task.decimals, 'amount', entry.amount::text
          ) as gift
          from ${airdropEntries} as entry join ${airdropTasks} as task on task.id = entry.task_id
          join ${people} as person on person.address = entry.address and person.uid <> task.uid
          left join ${notificationSettings} as settings on settings.uid = person.uid
          where entry.task_id = ${what.taskId} and entry.place is not null and person.uid > ${after}
          order by person.uid limit ${peopleAtOnce}`
      : what.type === "system"
        ? sql`select person.uid, settings.chosen, ${hasPush} from ${people} as person
          left join ${notificationSettings} as settings on settings.uid = person.uid
          where person.uid > ${after} and person.deleted_at is null order by person.uid limit ${peopleAtOnce}`
        : sql`select settings.uid, settings.chosen, ${hasPush} from ${notificationSettings} as settings
          join ${people} as person on person.uid = settings.uid
          where settings.uid > ${after} and settings.wants_new_tribes and not exists (
            select from ${tokens} as token where token.mint = ${what.mint} and (
              token.creator_address = person.address or exists (
                select from ${blocks} as block join ${people} as creator on creator.uid = block.blocked_uid
                where block.uid = person.uid and creator.address = token.creator_address
              )
            )
          ) order by settings.uid limit ${peopleAtOnce}`,
  );
  return rows;
};

const draftOf = (what: FanOut, { uid, chosen, has_push, gift }: Row, now: number): NoticeDraft[] => {
  const settings = notificationSettingsOf(chosen);
  const { type } = what;
  const ways = noticeWays(
    { type, isOwnDoing: false, isChief: false, hasAccess: true, mode: "all", isBlocked: false },
    settings,
  );
  if (!ways.list) return [];
  const shared = { uid, count: 1, at: new Date(what.at), isSeen: false, push: ways.push && has_push };
  if (what.type === "system")
    return [
      {
        ...shared,
        key: `system:${what.id}`,
        subject: { type: what.type, text: what.text, route: what.route },
        mail: ways.mail && what.isMailed,
      },
    ];
  if (what.type === "airdrop") {
    if (!gift) return [];
    const { mint, symbol, decimals, amount } = gift;
    const subject = { type: what.type, mint, symbol: symbol ?? "tokens", decimals, amount };
    return [{ ...shared, key: `airdrop:${what.taskId}`, subject, mail: false }];
  }
  // At most one push a day, at the person's hour, for all that was created until then.
  const { summaryHour, timeZone } = settings.delivery;
  const pushAt = new Date(nextLocalMinute(now, summaryHour * 60, timeZone));
  return [{ ...shared, key: "created", subject: { type: what.type, mints: [what.mint] }, pushAt, mail: false }];
};

/** Notifies everybody who wants it, some at a time: each step commits together with the job for the next one. */
export const fanOutJob = defineJob({
  name: "notifications.fanOut",
  handler:
    (ctx) =>
    async ({ what, after }) => {
      await ctx.db.transaction(async (tx) => {
        const rows = await readSome(tx, what, after);
        const last = rows.at(-1);
        if (!last) return;
        await writeNotices(
          ctx,
          tx,
          rows.flatMap((row) => draftOf(what, row, ctx.now())),
        );
        if (rows.length === peopleAtOnce) await queueFanOut(ctx, tx, what, last.uid);
      });
    },
});

/** Starts notifying everybody after the caller's commit. @param after continue behind this person */
export const queueFanOut = (
  { jobs }: Pick<AppContext, "jobs">,
  tx: Executor,
  what: FanOut,
  after = "",
): Promise<void> => jobs.add(tx, "notifications.fanOut", { what, after });
