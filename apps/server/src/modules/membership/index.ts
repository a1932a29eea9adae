import "./events.ts";

export { accessProblem, requireAccess } from "./access.ts";
export { openChannels } from "./channels.ts";
export { judgeSeats } from "./judge-seats.ts";
export { readSeatLoss, seatReason } from "./seat-loss.ts";
export {
  contendersOf,
  hasAccess,
  type JoinedMember,
  lockChannels,
  membershipAmong,
  membershipOf,
  seatedMembers,
  thresholdFor,
  withoutAccess,
} from "./seats.ts";
export { blockMember, takeSeat } from "./take-seat.ts";
