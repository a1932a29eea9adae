import "./events.ts";

export { requireAccess, requireChief, requireReadable, requireReader } from "./access.ts";
export { type ChiefChange, changeChief } from "./change-chief.ts";
export { judgeSeats } from "./judge-seats.ts";
export { leaveTribes } from "./leave-tribes.ts";
export { accessProblem, hasAccess, membershipAmong } from "./rules/access.ts";
export { thresholdFor } from "./rules/seats.ts";
export { tribeRate } from "./rules/tribe-rate.ts";
export { readSeatLoss, seatReason, seatReasonForChief } from "./seat-loss.ts";
export { bootsBySize, changeSettings, settingsOf } from "./settings.ts";
export { type Access, membershipOf, membershipsOf, withoutAccess } from "./store/access.ts";
export { appendChanges, changeFrame, changesBetween, setPinned, updateOfHeads } from "./store/channel-log.ts";
export { type Channel, findChannel, lockChannel, lockChannels, openChannels } from "./store/channels.ts";
export { contendersOf, seatedMembers } from "./store/contenders.ts";
export { seatDecisionsOf, seatLostBy, seatNotesOf } from "./store/decisions.ts";
export { blockMember, takeSeat, unblockMember } from "./take-seat.ts";
