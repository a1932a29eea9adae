import { type AnswerOf, ApiError, type Base64, type routes, type Uid } from "@tribe/contract";
import type { ReadingContext } from "../../../context/context.ts";
import { isSame } from "../../../crypto/secrets.ts";
import type { Reader } from "../../../db/client.ts";
import type { Keys } from "../../../engines/keys/port.ts";
import { approvalMac } from "../row-macs.ts";
import { type Approval, readApproval, readSignInTime } from "../store/approvals.ts";

type ApprovalContext = Pick<ReadingContext, "keys" | "log" | "now" | "ports">;

/** What both browsers are shown of a request. */
type ShownApproval = NonNullable<AnswerOf<typeof routes.wallet.approval>["approval"]>;

const over = () => new ApiError("not_found", { message: "This request is over. Ask once more." });

/**
 * The account's open request, if its MAC proves that this is what was asked for; null when there is none, when it has expired, or
 * when the session that asked has ended. A row that somebody else wrote has no valid MAC and counts as none.
 */
export const findApproval = async (ctx: ApprovalContext, db: Reader, uid: Uid): Promise<Approval | null> => {
  const row = await readApproval(db, uid);
  if (!row || row.expiresAt.getTime() <= ctx.now()) return null;
  if (!isSame(Buffer.from(row.mac), Buffer.from(approvalMac(ctx.keys, row)))) {
    ctx.log.error({ uid }, "a request for a wallet's approval was changed by somebody else");
    return null;
  }
  const session = await ctx.ports.callers.session(row.sessionId);
  return session?.uid === uid && session.deviceId === row.deviceId ? row : null;
};

/** The open request with this id, if it was not refused. @throws ApiError `not_found` */
export const openApprovalOf = async (
  ctx: ApprovalContext,
  db: Reader,
  { uid, request }: { readonly uid: Uid; readonly request: string },
): Promise<Approval> => {
  const row = await findApproval(ctx, db, uid);
  if (row?.id !== request || row.isRefused) throw over();
  return row;
};

/** The state of a request. */
const stateOf = (row: Approval): ShownApproval["state"] => {
  if (row.isRefused) return "refused";
  if (row.sealedShare) return "approved";
  if (row.nonce) return "revealed";
  return row.approverPublicKey ? "opened" : "asked";
};

/** The context to which the half for the other browser is sealed. */
export const approvalContext = (row: Pick<Approval, "uid" | "id" | "devicePublicKey">): string =>
  `${row.uid}:approval:${row.id}:${row.devicePublicKey}`;

/** Encrypts once more a half that the signer has already encrypted for the other browser. */
export const sealHalf = (keys: Keys, row: Approval, sealedShare: Base64): Promise<Buffer> =>
  keys.seal("recovery-share", approvalContext(row), Buffer.from(sealedShare, "base64"));

/** What a session sees of the request. Only the session that asked gets the half. */
export const approvalInfo = async (
  { keys }: Pick<ApprovalContext, "keys">,
  db: Reader,
  row: Approval,
  sessionId: string,
): Promise<ShownApproval> => {
  const isOwn = row.sessionId === sessionId;
  const { version, sealedShare, approverPublicKey, approverNonce } = row;
  const signedInAt = await readSignInTime(db, row.sessionId);
  const half = isOwn && sealedShare ? await keys.open("recovery-share", approvalContext(row), sealedShare) : null;
  return {
    request: row.id,
    isOwn,
    ...{ devicePublicKey: row.devicePublicKey, agreementKey: row.agreementKey, commitment: row.commitment },
    place: { device: row.device, network: row.network },
    signedInAt: signedInAt?.getTime() ?? null,
    askedAt: row.askedAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    state: stateOf(row),
    approver: approverPublicKey && approverNonce ? { devicePublicKey: approverPublicKey, nonce: approverNonce } : null,
    nonce: row.nonce,
    // Standard base64 by Node.
    approved: half && version !== null ? { version, sealedShare: half.toString("base64") as Base64 } : null,
  };
};
