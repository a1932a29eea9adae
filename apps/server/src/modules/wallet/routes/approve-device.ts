import { createHash } from "node:crypto";
import { ApiError, approvalSubject, approvalText, approvedHalvesText, type Base64, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { openApprovalOf, sealHalf } from "../approvals/approvals.ts";
import { recordOfDevice, verifyPasskey } from "../passkeys/passkeys.ts";
import { checkApproval } from "../proofs.ts";
import { isInForce } from "../rules/recovery-ways.ts";
import { storePending } from "../sharings.ts";
import { changeApproval } from "../store/approvals.ts";
import { lockAccount } from "../store/lock-account.ts";

// Standard base64 by Node.
const sha256 = (text: string): Base64 => createHash("sha256").update(text).digest("base64") as Base64;

/**
 * Phase one of a sharing for another browser: a device of the record, the wallet's key, and a passkey where one is in force, have
 * each signed exactly this request, key and halves. The record names the browser once it has proven its sharing
 * (`confirmSharing`).
 */
export const approveDevice = command(routes.wallet.approveDevice, async ({ ctx, tx, session, body }) => {
  const { uid } = session;
  const { request, address, version, serverShare, recoveryShare, sealedShare, devicePublicKey, device, passkey } = body;
  await lockAccount(tx, uid);
  const record = await recordOfDevice(ctx, tx, uid, devicePublicKey);
  const row = await openApprovalOf(ctx, tx, { uid, request });
  if (row.approverPublicKey !== devicePublicKey || !row.nonce) throw new ApiError("conflict");
  const { devicePublicKey: asking, agreementKey } = row;
  const subject = { uid, address: record.address, request, devicePublicKey: asking, agreementKey };
  const halves = sha256(approvedHalvesText({ version, serverShare, recoveryShare, sealedShare }));
  const text = approvalText(subject, halves, device.challenge);
  await checkApproval(ctx, tx, {
    uid,
    address: record.address,
    devicePublicKey,
    proof: device,
    ownership: body.ownership,
    text,
  });
  const isPasskeyNeeded = record.ways?.some((way) => isInForce(way, ctx.now())) ?? false;
  if (isPasskeyNeeded && !passkey) throw new ApiError("passkey_invalid");
  if (passkey)
    await verifyPasskey(ctx, tx, { uid, ...passkey, action: "approve", bound: sha256(approvalSubject(subject)) });
  const sharing = { serverShare, recoveryShare, devicePublicKey: asking, version };
  await storePending(ctx, tx, uid, address, sharing);
  await changeApproval(tx, uid, { version, sealedShare: await sealHalf(ctx.keys, row, sealedShare) });
  return {};
});
