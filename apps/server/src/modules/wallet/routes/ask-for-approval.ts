import { ApiError, routes, walletActions, walletApproval } from "@tribe/contract";
import { approvalAskedMailText } from "@tribe/domain/words";
import { randomText } from "../../../crypto/secrets.ts";
import { paceMail } from "../../../engines/mail/pacing.ts";
import { command } from "../../../http/implement.ts";
import { placeOf } from "../../identity/index.ts";
import { findApproval } from "../approvals/approvals.ts";
import { notifyOwner } from "../notify-owner.ts";
import { lockAndCheckDevice } from "../proofs.ts";
import { approvalMac } from "../row-macs.ts";
import { activeElsewhere } from "../rules/activity.ts";
import { replaceApproval } from "../store/approvals.ts";
import { readRecord } from "../store/records.ts";

/** Each request mails the owner: who asks too often waits an hour. */
const pace = { hourly: 10 };

/** Asks the browsers that have the wallet to give it to this one, and notifies the owner. */
export const askForApproval = command(
  routes.wallet.askForApproval,
  async ({ ctx, tx, session, body, request: call }) => {
    const { uid, sessionId, deviceId } = session;
    const { devicePublicKey, agreementKey, commitment, device: proof } = body;
    await lockAndCheckDevice(ctx, tx, { uid, action: walletActions.askForApproval, devicePublicKey, proof });
    const record = await readRecord(ctx, tx, uid);
    if (!record) throw new ApiError("wallet_missing");
    const now = ctx.now();
    if (activeElsewhere(record, deviceId, now).length === 0)
      throw new ApiError("conflict", {
        message: "No other browser had your wallet lately: bring it here in another way.",
      });
    const open = await findApproval(ctx, tx, uid);
    // A request that its owner may be looking at is not replaced, except by the browser that made it.
    if (open && !open.isRefused && open.sessionId !== sessionId)
      throw new ApiError("conflict", {
        message: "Another browser of yours asks for the wallet already. Refuse that on your other device first.",
      });
    await paceMail(tx, ctx.keys.mac("code", `approval:${uid}`), pace);
    const { device, network } = placeOf(call);
    const row = {
      id: randomText(16),
      ...{ uid, sessionId, deviceId, devicePublicKey, agreementKey, commitment, device, network },
      askedAt: new Date(now),
      expiresAt: new Date(now + walletApproval.lifetimeSeconds * 1_000),
    };
    await replaceApproval(tx, { ...row, mac: approvalMac(ctx.keys, row) });
    const mail = approvalAskedMailText({ device, network, securityUrl: `${ctx.config.appUrl}/you/security` });
    await notifyOwner(ctx, tx, record, "approvalAsked", { mail, lifetimeSeconds: walletApproval.lifetimeSeconds });
    return { request: row.id, expiresAt: row.expiresAt.getTime() };
  },
);
