import { type SQL, sql } from "drizzle-orm";
import { withStatementTimeout } from "../db/client.ts";
import { defineJob } from "../engines/jobs/definition.ts";

/** Deleting a busy day's rows may take minutes. */
const longestSweepMs = 600_000;

/** Deletes expired rows every ten minutes. It uses every module's tables, so it belongs to the wiring. */
export const sweepJob = defineJob({
  name: "system.sweep",
  cron: "*/10 * * * *",
  handler: (ctx) => async () => {
    const sweep = (statement: SQL) => withStatementTimeout(ctx.db, longestSweepMs, (tx) => tx.execute(statement));
    for (const table of [
      "request_nonces",
      "sessions",
      "wallet_challenges",
      "social_states",
      "farcaster_connections",
      "oidc_starts",
      "pending_links",
      "realtime_tokens",
      "live_tokens",
      "sign_in_codes",
      "wallet_recovery_codes",
      "wallet_recoveries",
      "wallet_approvals",
    ])
      await sweep(sql`delete from ${sql.identifier(table)} where expires_at < now()`);
    // A device with a session is never deleted: the session would go with it. A returning browser registers again.
    await sweep(sql`
      delete from devices
      where created_at < now() - interval '1 day'
        and (used_at is null or used_at < now() - interval '60 days')
        and not exists (select from sessions where sessions.device_id = devices.id)`);
    // Events that the planner of notices has not read are kept longer, but not forever. After a restore there are some with numbers
    // that this cluster has not reached: they were written in another one, and nobody reads them.
    await sweep(sql`
      delete from outbox where created_at < now() - interval '1 hour' and (
        created_at < now() - interval '3 days'
        or transaction_id >= pg_snapshot_xmax(pg_current_snapshot())
        or not exists (
          select from notice_cursor where not pg_visible_in_snapshot(outbox.transaction_id, snapshot::pg_snapshot)
        ))`);
    await sweep(sql`delete from notices where at < now() - interval '60 days'`);
    await sweep(sql`delete from push_sends where ended_at < now() - interval '30 days'`);
    await sweep(sql`delete from notice_mails where ended_at < now() - interval '30 days'`);
    await sweep(sql`delete from mail_events where received_at < now() - interval '30 days'`);
    await sweep(sql`delete from visible_routes where seen_at < now() - interval '10 minutes'`);
    await sweep(sql`
      delete from push_subscriptions as browser
      where not exists (select from sessions where sessions.id = browser.session_id)`);
    await sweep(sql`delete from link_previews where fetched_at < now() - interval '1 day'`);
    await sweep(sql`delete from online_people where seen_at < now() - interval '10 minutes'`);
    await sweep(sql`delete from mail_sends where sent_at < now() - interval '1 day'`);
    await sweep(sql`delete from card_webhooks where received_at < now() - interval '30 days'`);
  },
});
