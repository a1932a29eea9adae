import { ApiError, type MembershipState, type Mint } from "@tribe/contract";
import { decideSeat } from "@tribe/domain/membership";
import { entryRefusedText } from "@tribe/domain/words";
import type { Executor } from "../../db/client.ts";
import type { Person } from "../identity/index.ts";
import { reseat } from "./judge-seats.ts";
import { recordOutcomes } from "./record-outcomes.ts";
import { lossOf, thresholdFor } from "./rules/seats.ts";
import { membershipOf } from "./store/access.ts";
import { type Channel, lockBalances, lockChannel, storeJoinCount } from "./store/channels.ts";
import { contendersOf } from "./store/contenders.ts";
import { addSeat, findSeat, holdingOf, removeSeat, type SeatRow } from "./store/seats.ts";

/**
 * Gives somebody a seat under the channel's lock: a free one, or the smallest holder's if the joiner holds more. Who has a seat
 * keeps it; the Chief needs none.
 * @throws ApiError `threshold_missed`, `banned`, `wallet_missing`, `not_found`
 */
export const takeSeat = async (tx: Executor, mint: Mint, person: Person): Promise<MembershipState> => {
  if (!person.address) throw new ApiError("wallet_missing");
  await lockBalances(tx, mint);
  const channel = await lockChannel(tx, mint);
  const before = await membershipOf(tx, mint, person);
  if (before === "chief") return before;
  const holding = await holdingOf(tx, mint, person.address);
  const contenders = await contendersOf(tx, channel, person.uid);
  const decision = decideSeat(contenders, { id: person.uid, holding }, channel.groupSize);
  if (decision.kind === "banned") throw new ApiError("banned");
  if (decision.kind === "below") {
    const message = entryRefusedText(decision.threshold.entryThresholdTokensForCompare);
    throw new ApiError("threshold_missed", { message });
  }
  // Who joined before keeps the place in the order of joining.
  if (before === "none") await enter(tx, channel, person, { state: "expired", holding, joinedAt: new Date() });
  await reseat(tx, channel, { newcomer: { uid: person.uid, rule: "joined" } });
  return "active";
};

/**
 * Blocks a person from a Tribe for good, even if they never joined; the seat goes to the next in line.
 * @throws ApiError `wallet_missing`, `not_found`
 */
export const blockMember = async (tx: Executor, mint: Mint, person: Person): Promise<MembershipState> => {
  await lockBalances(tx, mint);
  const channel = await lockChannel(tx, mint);
  const before = await membershipOf(tx, mint, person);
  if (before === "chief" || before === "banned") return before;
  if (!person.address) throw new ApiError("wallet_missing");
  const holding = await holdingOf(tx, mint, person.address);
  if (before === "none") await enter(tx, channel, person, { state: "banned", holding, joinedAt: null });
  const { entryThresholdTokens: threshold } = thresholdFor(await contendersOf(tx, channel), null, channel.groupSize);
  const member = { id: person.uid, address: person.address, holding };
  const loss = { code: "seat.blocked" } as const;
  await recordOutcomes(tx, channel, [{ member, state: "banned", loss, rule: "blocked", threshold, rank: null }]);
  await reseat(tx, channel);
  return "banned";
};

/**
 * Unblocks somebody. Who had joined before gets the seat back at once if the holding is still large enough. Does nothing for who
 * is not blocked.
 * @returns the person's membership after it. @throws ApiError `not_found`
 */
export const unblockMember = async (tx: Executor, mint: Mint, person: Person): Promise<MembershipState> => {
  await lockBalances(tx, mint);
  const channel = await lockChannel(tx, mint);
  const seat = await findSeat(tx, mint, person.uid);
  if (seat?.state !== "banned") return membershipOf(tx, mint, person);
  const state = seat.joinedAt === null ? "none" : "expired";
  if (state === "none") await removeSeat(tx, mint, person.uid);
  const member = { id: person.uid, address: seat.address, holding: seat.holding };
  const threshold = thresholdFor(await contendersOf(tx, channel), null, channel.groupSize);
  const loss = state === "expired" ? lossOf(member, threshold) : null;
  const { entryThresholdTokens } = threshold;
  await recordOutcomes(tx, channel, [
    { member, state, loss, rule: "unblocked", threshold: entryThresholdTokens, rank: null },
  ]);
  if (state === "expired") await reseat(tx, channel, { newcomer: { uid: person.uid, rule: "unblocked" } });
  return membershipOf(tx, mint, person);
};

/** Puts a newcomer at the end of the order of joining, without a seat yet. */
const enter = async (
  tx: Executor,
  channel: Channel,
  person: Person,
  seat: Pick<SeatRow, "state" | "holding" | "joinedAt">,
): Promise<void> => {
  const { mint } = channel;
  if (!person.address) throw new ApiError("wallet_missing");
  const joinOrder = channel.joinCount + 1;
  await storeJoinCount(tx, mint, joinOrder);
  await addSeat(tx, { mint, uid: person.uid, address: person.address, ...seat, joinOrder });
};
