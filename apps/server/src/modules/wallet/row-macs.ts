import type { Address, Base64, Uid } from "@tribe/contract";
import type { Keys } from "../../engines/keys/port.ts";

/** The MAC over a sharing for which the wallet's own key signed: a row with another address or device does not match. */
export const sharingMac = (
  keys: Keys,
  row: { uid: Uid; devicePublicKey: Base64; version: number; address: Address },
): string => keys.mac("wallet-record", `sharing:${row.uid}:${row.devicePublicKey}:${row.version}:${row.address}`);

/** The MAC over a passkey for which the wallet's own key signed: a row with another passkey does not match. */
export const passkeyMac = (
  keys: Keys,
  row: { readonly uid: Uid; readonly id: string; readonly publicKey: Base64; readonly address: Address },
): string => keys.mac("wallet-record", `passkey:${row.uid}:${row.id}:${row.publicKey}:${row.address}`);

/** The MAC over this session's request to approve its browser's keys: a row with other keys does not match. */
export const approvalMac = (
  keys: Keys,
  row: {
    readonly id: string;
    readonly uid: Uid;
    readonly sessionId: string;
    readonly deviceId: string;
    readonly devicePublicKey: Base64;
    readonly agreementKey: Base64;
    readonly commitment: Base64;
    readonly device: string;
    readonly network: string;
    readonly askedAt: Date;
    readonly expiresAt: Date;
  },
): string =>
  keys.mac(
    "wallet-record",
    `approval:${JSON.stringify([
      ...[row.id, row.uid, row.sessionId, row.deviceId, row.devicePublicKey, row.agreementKey, row.commitment],
      ...[row.device, row.network, row.askedAt.getTime(), row.expiresAt.getTime()],
    ])}`,
  );

/** The MAC over a move for which the new wallet's own key signed: a row with another wallet or device does not match. */
export const moveMac = (
  keys: Keys,
  row: {
    readonly uid: Uid;
    readonly from: Address;
    readonly to: Address;
    readonly devicePublicKey: Base64;
    readonly version: number;
  },
): string => keys.mac("wallet-record", `move:${row.uid}:${row.from}:${row.to}:${row.devicePublicKey}:${row.version}`);
