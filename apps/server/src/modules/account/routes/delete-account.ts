import { routes } from "@tribe/contract";
import type { Database } from "../../../db/client.ts";
import { command } from "../../../http/implement.ts";
import { setSessionCookie } from "../../../http/request/cookies.ts";
import { consumeMailedCode, emailOf, forgetPerson } from "../../identity/index.ts";
import { leaveTribes } from "../../membership/index.ts";
import { forgetNotices } from "../../notifications/index.ts";
import { forgetWallet } from "../../wallet/index.ts";
import { deleteAllBlocks } from "../store/blocks.ts";

/**
 * Deletes the caller's account in one transaction. What stays: messages, shown as of a deleted account, records of payments, and
 * all that is on chain. `sideDb` counts attempts at the code even if the command rolls back.
 */
export const deleteAccount = (sideDb: Database) =>
  command(routes.account.deleteAccount, async ({ ctx, tx, session, body, reply }) => {
    const { uid, deviceId } = session;
    const email = await emailOf(tx, uid);
    await consumeMailedCode(sideDb, ctx.keys, { purpose: "deletion", deviceId, email }, body.code);
    await leaveTribes(tx, uid);
    await forgetWallet(tx, uid);
    await forgetNotices(tx, uid);
    await deleteAllBlocks(tx, uid);
    await forgetPerson(tx, uid);
    setSessionCookie(reply, ctx.config, "", new Date(0));
    return {};
  });
