export { claimComputeUnitLimit, lightFeeOfClaim } from "./claim-costs.ts";
export { buildClaimMessage } from "./claim-message.ts";
export type { DecompressPart } from "./decompress-instruction.ts";
