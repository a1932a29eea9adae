import type { FieldReader } from "../../field-reader.ts";
import { tokenAccountUse } from "../state.ts";

function transferFee(reader: FieldReader) {
  return { epoch: reader.u64(), maximumFee: reader.u64(), transferFeeBasisPoints: reader.u16() };
}

/** `transferFeeConfig`. */
export function transferFeeConfig(reader: FieldReader) {
  return {
    transferFeeConfigAuthority: reader.nonZeroKey(),
    withdrawWithheldAuthority: reader.nonZeroKey(),
    withheldAmount: reader.u64(),
    olderTransferFee: transferFee(reader),
    newerTransferFee: transferFee(reader),
  };
}

/** `transferFeeAmount`. */
export function transferFeeAmount(reader: FieldReader) {
  return { withheldAmount: reader.u64() };
}

/** `defaultAccountState`. */
export function defaultAccountState(reader: FieldReader) {
  return { accountState: tokenAccountUse(reader.u8()) ?? "uninitialized" };
}

/** `pausableConfig`. */
export function pausableConfig(reader: FieldReader) {
  return { authority: reader.nonZeroKey(), paused: reader.flag() };
}

/** A rule that is one address, under the name that the extension gives it. */
export function oneAddress(name: "closeAuthority" | "delegate" | "authority") {
  return (reader: FieldReader) => ({ [name]: reader.nonZeroKey() });
}

/** A rule that is on or off, under the name that the extension gives it. */
export function oneFlag(name: "requireIncomingTransferMemos" | "lockCpi" | "transferring") {
  return (reader: FieldReader) => ({ [name]: reader.flag() });
}
