import { ApiError, type MembershipState, type MessageId, type Mint } from "@tribe/contract";
import type { Executor } from "../../db/client.ts";
import type { Person } from "../identity/index.ts";
import { accessProblem, type Channel, lockChannel, membershipOf } from "../membership/index.ts";
import type { MessageRow } from "./schema.ts";
import { findMessage } from "./store/log.ts";

/** A message whose channel is locked, and the caller's membership. */
export interface LockedMessage {
  readonly channel: Channel;
  readonly row: MessageRow;
  readonly state: MembershipState;
}

/**
 * Locks a message's channel and reads the message.
 * @throws ApiError `not_found`, `not_a_member`, `banned`
 */
export const lockMessage = async (
  tx: Executor,
  { mint, messageId }: { readonly mint: Mint; readonly messageId: MessageId },
  person: Person,
): Promise<LockedMessage> => {
  const channel = await lockChannel(tx, mint);
  const state = await membershipOf(tx, mint, person);
  const problem = accessProblem(state);
  if (problem) throw problem;
  const row = await findMessage(tx, mint, messageId);
  if (!row) throw new ApiError("not_found");
  return { channel, row, state };
};

/** Requires that a message was not deleted. @throws ApiError `message_deleted` */
export const requireUndeleted = (row: MessageRow): void => {
  if (row.deletedAt) throw new ApiError("message_deleted");
};
