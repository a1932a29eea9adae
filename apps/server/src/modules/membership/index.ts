import "./events.ts";

export {
  type Access,
  accessProblem,
  hasAccess,
  membershipAmong,
  membershipOf,
  membershipsOf,
  requireAccess,
  requireChief,
  requireReadable,
  requireReader,
  withoutAccess,
} from "./access.ts";
export { type ChiefChange, changeChief } from "./change-chief.ts";
export { judgeSeats } from "./judge-seats.ts";
export { leaveTribes } from "./leave-tribes.ts";
export { tribeRate } from "./rules/tribe-rate.ts";
export { readSeatLoss, seatReason, seatReasonForChief } from "./seat-loss.ts";
export {
  type Channel,
  contendersOf,
  lockChannel,
  lockChannels,
  seatedMembers,
  thresholdFor,
} from "./seats.ts";
export { bootsBySize, changeSettings, settingsOf } from "./settings.ts";
export { appendChanges, changeFrame, changesBetween, setPinned, updateOfHeads } from "./store/channel-log.ts";
export { findChannel, openChannels } from "./store/channels.ts";
export { seatDecisionsOf, seatLostBy, seatNotesOf } from "./store/decisions.ts";
export { blockMember, takeSeat, unblockMember } from "./take-seat.ts";
