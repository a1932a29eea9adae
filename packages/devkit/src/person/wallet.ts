import { type Address, type ApiCall, deviceProofText, ownershipText, routes, walletActions } from "@tribe/contract";
import { combine, split } from "shamir-secret-sharing";
import { type Bytes, fromBase64, toBase64, utf8 } from "./bytes.ts";
import type { DeviceState } from "./state.ts";
import { keyOfSeed, newSeed, type WalletKey } from "./wallet-key.ts";

interface WalletParts {
  /** Calls of the wallet routes, with a wallet token. */
  readonly api: ApiCall;
  readonly device: DeviceState;
  /** Stores the changed device before the server is called. */
  readonly save: (device: DeviceState) => Promise<void>;
}

const ecdsa = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/** A new device for an account: a P-256 key pair without shares. */
export const newDevice = async (uid: string): Promise<DeviceState> => {
  const pair = await crypto.subtle.generateKey(ecdsa, true, ["sign", "verify"]);
  return {
    uid,
    publicKey: toBase64(new Uint8Array(await crypto.subtle.exportKey("spki", pair.publicKey))),
    privateKey: toBase64(new Uint8Array(await crypto.subtle.exportKey("pkcs8", pair.privateKey))),
    shares: [],
  };
};

/**
 * Returns the account's wallet key: created in two phases if there is none, else restored from the device's share and the
 * server's. Completes a run that was killed between the phases.
 * @throws Error when this device has no share of the account's wallet
 */
export const openWallet = async (parts: WalletParts): Promise<WalletKey> => {
  const { api, device } = parts;
  const wallet = await api(routes.wallet.wallet, {});
  const known = wallet.devices.filter((entry) => entry.devicePublicKey === device.publicKey);
  const held = [...device.shares]
    .sort((a, b) => b.version - a.version)
    .find(({ version }) => known.some((entry) => entry.version === version));
  if (held) {
    const key = await rebuild(parts, held.version, held.address);
    if (known.find((entry) => entry.version === held.version)?.state === "pending") await confirm(parts, held.version);
    return key;
  }
  if (wallet.address !== null) throw new Error("This device holds no share of the wallet");
  return create(parts, Math.max(0, ...known.map((entry) => entry.version)) + 1);
};

const create = async (parts: WalletParts, version: number): Promise<WalletKey> => {
  const { api, device } = parts;
  const seed = newSeed();
  const key = await keyOfSeed(seed);
  const [deviceShare, serverShare, recoveryShare] = await split(seed, 3, 2);
  seed.fill(0);
  if (!deviceShare || !serverShare || !recoveryShare) throw new RangeError("a sharing has three shares");
  const share = { version, address: key.address, share: toBase64(deviceShare) };
  const grown = { ...device, shares: [...device.shares.filter((old) => old.version !== version), share] };
  await parts.save(grown);

  const proof = await prove(parts, walletActions.store);
  await api(routes.wallet.storeSharing, {
    body: {
      address: key.address,
      sharing: {
        serverShare: toBase64(serverShare),
        recoveryShare: toBase64(recoveryShare),
        devicePublicKey: device.publicKey,
        version,
      },
      device: proof,
      ownership: await key.sign(utf8(ownershipText(device.uid, proof.challenge, device.publicKey))),
    },
  });
  const stored = { ...parts, device: grown };
  const rebuilt = await rebuild(stored, version, key.address);
  await confirm(stored, version);
  return rebuilt;
};

const rebuild = async (parts: WalletParts, version: number, address: string): Promise<WalletKey> => {
  const { api, device } = parts;
  const own = device.shares.find((share) => share.version === version);
  if (!own) throw new Error("This device holds no share of the wallet");
  const body = { devicePublicKey: device.publicKey, version, device: await prove(parts, walletActions.share) };
  const { serverShare } = await api(routes.wallet.fetchShare, { body });
  const seed = await combine([fromBase64(own.share), fromBase64(serverShare)]);
  const key = await keyOfSeed(seed);
  seed.fill(0);
  if (key.address !== address) throw new Error("The two shares are not of this address");
  return key;
};

const confirm = async (parts: WalletParts, version: number): Promise<Address> => {
  const device = await prove(parts, walletActions.confirm);
  const body = { devicePublicKey: parts.device.publicKey, version, device };
  return (await parts.api(routes.wallet.confirmSharing, { body })).address;
};

/** A challenge signed by the device for one action. */
const prove = async ({ api, device }: WalletParts, action: (typeof walletActions)[keyof typeof walletActions]) => {
  const { challenge } = await api(routes.wallet.challenge, {});
  const pkcs8: Bytes = fromBase64(device.privateKey);
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, ecdsa, false, ["sign"]);
  const signature = await crypto.subtle.sign(ecdsa, key, utf8(deviceProofText(action, device.uid, challenge)));
  return { challenge, signature: toBase64(new Uint8Array(signature)) };
};
