import {
  ApiError,
  type Base64,
  emailFragment,
  proofFragment,
  recoveryChallenge,
  recoveryFragment,
  recoveryLink,
  type Uid,
  walletActions,
} from "@tribe/contract";
import { newEmailMailText, proofMailText, recoveryMailText } from "@tribe/domain/words";
import type { AppContext } from "../../context/context.ts";
import { isSame, randomText } from "../../crypto/secrets.ts";
import type { Executor, Reader } from "../../db/client.ts";
import { defineJob } from "../../engines/jobs/definition.ts";
import type { Keys } from "../../engines/keys/port.ts";
import { linkMail } from "../../engines/mail/link-mail.ts";
import { isSignedByDevice } from "./proofs.ts";
import type { WalletRecord } from "./rules/record.ts";
import { recoveryEmailOf, waitingEmail } from "./rules/recovery-email.ts";
import { canRecoverByMail } from "./rules/recovery-ways.ts";
import { lockAccount } from "./store/lock-account.ts";
import { readRecord } from "./store/records.ts";
import {
  consumeRecovery,
  deleteRecovery,
  insertRecovery,
  type Recovery,
  readRecovery,
  setLinkToken,
} from "./store/recoveries.ts";

declare module "../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Makes a recovery's token and mails its link: the token is in no queue. */
    "wallet.recoveryMail": { readonly request: string; readonly purpose?: LinkPurpose };
  }
}

/**
 * What a mailed link is for: to bring the wallet to a browser, to prove anew that a browser's person reads the mailbox, or to
 * show that a new recovery address can be read.
 */
export type LinkPurpose = "recovery" | "proof" | "email";

/** How often the mail is tried while its link is valid, with growing pauses. */
const maxAttempts = 8;

/** The MAC over a link's purpose, device, person and time: who writes the database can't make another link out of it. */
const macOf = (
  keys: Keys,
  purpose: LinkPurpose,
  { id, uid, sessionId, deviceId, devicePublicKey, expiresAt }: Omit<Recovery, "mac" | "tokenMac">,
) => {
  const name = purpose === "recovery" ? "request" : `request for ${purpose}`;
  return keys.mac(
    "recovery",
    `${name}:${id}:${uid}:${sessionId}:${deviceId}:${devicePublicKey}:${expiresAt.getTime()}`,
  );
};

const tokenMacOf = (keys: Keys, request: string, token: string): string =>
  keys.mac("recovery", `token:${request}:${token}`);

const isGenuine = (keys: Keys, purpose: LinkPurpose, row: Recovery): boolean =>
  isSame(Buffer.from(row.mac), Buffer.from(macOf(keys, purpose, row)));

/**
 * Stores a request that a mailed link will complete, for the browser that asks; the mail is sent after the commit. @returns the
 * request's id
 */
export const beginByLink = async (
  { keys, jobs, now }: Pick<AppContext, "keys" | "jobs" | "now">,
  tx: Executor,
  purpose: LinkPurpose,
  asked: { readonly uid: Uid; readonly sessionId: string; readonly deviceId: string; readonly devicePublicKey: Base64 },
): Promise<string> => {
  const { uid, sessionId, deviceId, devicePublicKey } = asked;
  const expiresAt = new Date(now() + recoveryLink.lifetimeSeconds * 1_000);
  const row = { id: randomText(16), uid, sessionId, deviceId, devicePublicKey, expiresAt };
  await insertRecovery(tx, { ...row, mac: macOf(keys, purpose, row) });
  await jobs.add(tx, "wallet.recoveryMail", { request: row.id, purpose }, { maxAttempts });
  return row.id;
};

/**
 * Sends the mail, in the process with the wallets' keys. Run again after a crash it mails a new link, and only the newest one
 * works.
 */
export const recoveryMailJob = defineJob({
  name: "wallet.recoveryMail",
  handler:
    (ctx) =>
    async ({ request, purpose = "recovery" }) => {
      const { keys, db, now, log, mail, config } = ctx;
      const row = await readRecovery(db, request);
      if (!row || row.expiresAt.getTime() <= now()) return;
      if (!isGenuine(keys, purpose, row)) return log.error({ uid: row.uid }, "a recovery was changed by somebody else");
      const record = await readRecord(ctx, db, row.uid);
      const to = record && addresseeOf(purpose, record, request, now());
      if (!to) return;
      const token = randomText(32);
      await setLinkToken(db, request, tokenMacOf(keys, request, token));
      const { fragment, text } = links[purpose];
      await mail.send(linkMail(to, text(`${config.signerUrl}/${fragment(request, token)}`)));
    },
});

const links = {
  recovery: { fragment: recoveryFragment, text: recoveryMailText, action: walletActions.recover },
  proof: { fragment: proofFragment, text: proofMailText, action: walletActions.prove },
  email: { fragment: emailFragment, text: newEmailMailText, action: walletActions.confirmEmail },
} as const;

/** The address that gets the link; null when no mail recovers the wallet any more, or the new address is no longer wanted. */
const addresseeOf = (purpose: LinkPurpose, record: WalletRecord, request: string, now: number): string | null => {
  if (purpose !== "email") return canRecoverByMail(record, now) ? recoveryEmailOf(record, now) : null;
  const change = waitingEmail(record, now);
  return change?.id === request ? change.email : null;
};

/** Whose wallet a link's request is for, if its token is right; null for any other link. It uses nothing up. */
export const askerOfLink = async (
  { keys, db }: { readonly keys: Keys; readonly db: Reader },
  { request, token }: { readonly request: string; readonly token: string },
): Promise<Uid | null> => {
  const row = await readRecovery(db, request);
  if (!row?.tokenMac) return null;
  return isSame(Buffer.from(row.tokenMac), Buffer.from(tokenMacOf(keys, request, token))) ? row.uid : null;
};

/**
 * Completes the request by its link and the signature of the device that asked. A wrong signature changes nothing, so that a link
 * opened in another browser stays valid. The account is locked first, as where its requests are ended, so that the two
 * can't deadlock.
 * @throws ApiError `recovery_link_invalid`, also for a link of another purpose
 */
export const completeByLink = async (
  { keys, now, log }: Pick<AppContext, "keys" | "now" | "log">,
  tx: Executor,
  purpose: LinkPurpose,
  { request, token, signature }: { readonly request: string; readonly token: string; readonly signature: Base64 },
): Promise<Recovery> => {
  const found = await readRecovery(tx, request);
  if (!found) throw new ApiError("recovery_link_invalid");
  await lockAccount(tx, found.uid);
  const row = await consumeRecovery(tx, { id: request, tokenMac: tokenMacOf(keys, request, token), now: now() });
  if (!row) throw new ApiError("recovery_link_invalid");
  if (!isGenuine(keys, purpose, row)) {
    const isOfAnother = (["recovery", "proof", "email"] as const).some((other) => isGenuine(keys, other, row));
    if (!isOfAnother) log.error({ uid: row.uid }, "a recovery was changed by somebody else");
    throw new ApiError("recovery_link_invalid");
  }
  const { uid, devicePublicKey } = row;
  const proof = { challenge: recoveryChallenge(request, token), signature };
  const { action } = links[purpose];
  if (!isSignedByDevice({ uid, action, devicePublicKey, proof })) throw new ApiError("recovery_link_invalid");
  return row;
};

/**
 * Ends a recovery by its link. @returns false when there was nothing to end: the link was used or stopped, or is another one's
 */
export const endRecovery = (keys: Keys, tx: Executor, request: string, token: string): Promise<boolean> =>
  deleteRecovery(tx, { id: request, tokenMac: tokenMacOf(keys, request, token) });
