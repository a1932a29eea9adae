import type { FieldReader } from "../../field-reader.ts";
import {
  confidentialMintBurn,
  confidentialTransferAccount,
  confidentialTransferFeeAmount,
  confidentialTransferFeeConfig,
  confidentialTransferMint,
} from "./confidential.ts";
import { interestBearingConfig, scaledUiAmountConfig } from "./display.ts";
import { pointer, tokenGroup, tokenGroupMember, tokenMetadata } from "./metadata.ts";
import {
  defaultAccountState,
  oneAddress,
  oneFlag,
  pausableConfig,
  transferFeeAmount,
  transferFeeConfig,
} from "./rules.ts";
import { readExactly, tlvEntries } from "./tlv.ts";

/** An extension as the RPC writes it; markers have no state. */
export interface UiExtension {
  readonly extension: string;
  readonly state?: unknown;
}

interface Format {
  readonly name: string;
  /** The name in lists of extension types, where it differs. */
  readonly typeName?: string;
  /** What the extension belongs to; a marker is shown wherever it stands. */
  readonly on?: "mint" | "account";
  readonly read?: (reader: FieldReader) => unknown;
}

// By their numbers in Token-2022.
const FORMATS: readonly Format[] = [
  { name: "uninitialized" },
  { name: "transferFeeConfig", on: "mint", read: transferFeeConfig },
  { name: "transferFeeAmount", on: "account", read: transferFeeAmount },
  { name: "mintCloseAuthority", on: "mint", read: oneAddress("closeAuthority") },
  { name: "confidentialTransferMint", on: "mint", read: confidentialTransferMint },
  { name: "confidentialTransferAccount", on: "account", read: confidentialTransferAccount },
  { name: "defaultAccountState", on: "mint", read: defaultAccountState },
  { name: "immutableOwner" },
  { name: "memoTransfer", on: "account", read: oneFlag("requireIncomingTransferMemos") },
  { name: "nonTransferable" },
  { name: "interestBearingConfig", on: "mint", read: interestBearingConfig },
  { name: "cpiGuard", on: "account", read: oneFlag("lockCpi") },
  { name: "permanentDelegate", on: "mint", read: oneAddress("delegate") },
  { name: "nonTransferableAccount" },
  { name: "transferHook", on: "mint", read: pointer("programId") },
  { name: "transferHookAccount", on: "account", read: oneFlag("transferring") },
  { name: "confidentialTransferFeeConfig", on: "mint", read: confidentialTransferFeeConfig },
  { name: "confidentialTransferFeeAmount", on: "account", read: confidentialTransferFeeAmount },
  { name: "metadataPointer", on: "mint", read: pointer("metadataAddress") },
  { name: "tokenMetadata", on: "mint", read: tokenMetadata },
  { name: "groupPointer", on: "mint", read: pointer("groupAddress") },
  { name: "tokenGroup", on: "mint", read: tokenGroup },
  { name: "groupMemberPointer", on: "mint", read: pointer("memberAddress") },
  { name: "tokenGroupMember", on: "mint", read: tokenGroupMember },
  { name: "confidentialMintBurn", on: "mint", read: confidentialMintBurn },
  { name: "scaledUiAmountConfig", typeName: "scaledUiAmount", on: "mint", read: scaledUiAmountConfig },
  { name: "pausableConfig", typeName: "pausable", on: "mint", read: pausableConfig },
  { name: "pausableAccount" },
  { name: "permissionedBurnConfig", typeName: "permissionedBurn", on: "mint", read: oneAddress("authority") },
];

const UNPARSABLE: UiExtension = { extension: "unparseableExtension" };

/** Describes the extensions of a mint or a token account, in the order in which they stand there. */
export function describeExtensions(data: Buffer, of: "mint" | "account"): UiExtension[] {
  return tlvEntries(data).map(({ type, value }) => {
    const format = FORMATS[type];
    if (format === undefined) return UNPARSABLE;
    if (format.read === undefined) return { extension: format.name };
    const state = format.on === of ? readExactly(value, format.read) : undefined;
    return state === undefined ? UNPARSABLE : { extension: format.name, state };
  });
}

/** The name that instructions give an extension type; `undefined` for a number that nodes don't know. */
export function extensionTypeName(type: number): string | undefined {
  const format = FORMATS[type];
  return format?.typeName ?? format?.name;
}
