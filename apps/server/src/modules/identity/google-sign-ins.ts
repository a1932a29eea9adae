import { ApiError, mailCode, type Uid } from "@tribe/contract";
import * as z from "zod/mini";
import { hashOf, randomText } from "../../crypto/secrets.ts";
import type { Executor } from "../../db/client.ts";
import type { Keys } from "../../engines/keys/port.ts";
import type { GoogleAccount, SignInSecrets } from "./google-client.ts";
import {
  consumeStart,
  findPendingLink,
  insertIdentity,
  type ProviderAccount,
  personOfIdentity,
  storeStart,
  upsertPendingLink,
} from "./store/google-sign-ins.ts";

const lifetimeSeconds = 600;

const secretsSchema = z.object({ nonce: z.string(), verifier: z.string() });
const accountSchema = z.object({ issuer: z.string(), subject: z.string(), email: z.string() });
/** A provider account whose mailbox must be proven before it can be linked. */
type PendingAccount = z.output<typeof accountSchema>;

/** The encryption context of a start's secrets: if the row's device is changed, they can't be decrypted. */
const startContext = (state: string, deviceId: string): string => `oidc:${state}:${deviceId}`;
const linkContext = (deviceId: string): string => `oidc link:${deviceId}`;

/** Stores a start: its `state` works once, on this device, for ten minutes. */
export const beginSignIn = async (
  tx: Executor,
  keys: Keys,
  deviceId: string,
): Promise<{ readonly state: string; readonly nonce: string; readonly challenge: string }> => {
  const state = randomText(32);
  const nonce = randomText(32);
  const verifier = randomText(48);
  const plain = Buffer.from(JSON.stringify({ nonce, verifier }));
  const secrets = await keys.seal("oauth", startContext(state, deviceId), plain);
  await storeStart(tx, { stateHash: hashOf(state), deviceId, secrets }, lifetimeSeconds);
  return { state, nonce, challenge: hashOf(verifier).toString("base64url") };
};

/** Consumes a start by its `state`; null when it is unknown, used, expired, or another device's, for which it stays. */
export const consumeSignIn = async (
  tx: Executor,
  keys: Keys,
  deviceId: string,
  state: string,
): Promise<SignInSecrets | null> => {
  const sealed = await consumeStart(tx, { stateHash: hashOf(state), deviceId });
  if (!sealed) return null;
  const secrets = await keys.open("oauth", startContext(state, deviceId), sealed).catch(() => null);
  return secrets && { state, ...secretsSchema.parse(JSON.parse(secrets.toString())) };
};

/** Links a provider account to a person, for good. @throws ApiError `conflict` when somebody else has linked it meanwhile */
export const linkIdentity = async (tx: Executor, account: ProviderAccount, uid: Uid): Promise<void> => {
  await insertIdentity(tx, account, uid);
  if ((await personOfIdentity(tx, account)) !== uid) throw new ApiError("conflict");
};

/** Stores which mailbox must be proven on this device; a newer sign-in replaces it. */
export const storePendingLink = async (
  tx: Executor,
  keys: Keys,
  deviceId: string,
  { issuer, subject, email }: GoogleAccount,
): Promise<void> => {
  const plain = Buffer.from(JSON.stringify({ issuer, subject, email } satisfies PendingAccount));
  const account = await keys.seal("oauth", linkContext(deviceId), plain);
  await upsertPendingLink(tx, deviceId, account, mailCode.lifetimeSeconds);
};

/** The provider account that waits on this device, until it is linked or expires. */
export const readPendingLink = async (tx: Executor, keys: Keys, deviceId: string): Promise<PendingAccount | null> => {
  const sealed = await findPendingLink(tx, deviceId);
  if (!sealed) return null;
  const plain = await keys.open("oauth", linkContext(deviceId), sealed).catch(() => null);
  return plain && accountSchema.parse(JSON.parse(plain.toString()));
};
