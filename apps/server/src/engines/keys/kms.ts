import {
  DecryptCommand,
  EncryptCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  KMSClient,
  NotFoundException,
} from "@aws-sdk/client-kms";
import { ApiError } from "@tribe/contract";
import { ConfigError } from "../../config.ts";
import { isKmsPurpose, type KmsPurpose, type KmsSettings, kmsPurposes } from "./kms-settings.ts";
import type { Keys } from "./port.ts";

/** Begins what the KMS sealed; what a file's key sealed begins with 1. */
const formatVersion = 2;
/** Below what a database transaction may wait for, the second try included. */
const requestTimeout = 1_500;
const maxAttempts = 2;

/** What a sealed value is bound to. AWS writes it to CloudTrail in clear with each call: it holds ids, and no secret. */
const contextOf = (purpose: KmsPurpose, context: string) => ({ "tribe-purpose": purpose, "tribe-context": context });

/**
 * Keys whose shares are sealed by AWS KMS: the key that opens them is in no file, and each opening is a line in CloudTrail.
 * What was sealed under the file's key before opens by that for as long as the file is there.
 * https://docs.aws.amazon.com/kms/latest/APIReference/API_Encrypt.html, …/API_Decrypt.html
 */
export const withKms = (files: Keys, settings: KmsSettings): Keys => {
  const { keyId: KeyId } = settings;
  const client = new KMSClient({
    region: settings.region,
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint }),
    maxAttempts,
    requestHandler: { requestTimeout, connectionTimeout: requestTimeout, throwOnRequestTimeout: true },
  });
  return {
    get admin() {
      return files.admin;
    },
    isCurrent: async (purpose, context, sealed) =>
      isKmsPurpose(purpose) ? sealed[0] === formatVersion : files.isCurrent(purpose, context, sealed),
    mac: files.mac,
    answers: files.answers,
    seal: async (purpose, context, plain) => {
      if (!isKmsPurpose(purpose)) return files.seal(purpose, context, plain);
      const command = new EncryptCommand({ KeyId, Plaintext: plain, EncryptionContext: contextOf(purpose, context) });
      const { CiphertextBlob } = await client.send(command).catch(fail);
      if (!CiphertextBlob) throw new Error("the KMS sealed nothing");
      return Buffer.concat([Buffer.of(formatVersion), CiphertextBlob]);
    },
    open: async (purpose, context, sealed) => {
      if (!isKmsPurpose(purpose) || sealed[0] !== formatVersion) return files.open(purpose, context, sealed);
      const CiphertextBlob = sealed.subarray(1);
      // The key is named so that nothing sealed under another one of the account is opened.
      const command = new DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext: contextOf(purpose, context) });
      const { Plaintext } = await client.send(command).catch(fail);
      if (!Plaintext) throw new Error("the KMS opened nothing");
      return Buffer.from(Plaintext);
    },
  };
};

/** What was tampered with is a fault; whatever else stands in the way may be gone the next time. */
const fail = (cause: unknown): never => {
  if (cause instanceof InvalidCiphertextException || cause instanceof IncorrectKeyException)
    throw new Error("what is sealed does not open under the KMS's key", { cause });
  throw new ApiError("unavailable", { cause });
};

/** Seals something and opens it again. @throws ConfigError that says what AWS answers, when that does not go */
export const checkKms = async (keys: Keys, { keyId, region }: KmsSettings): Promise<void> => {
  const plain = Buffer.from("tribe");
  try {
    for (const purpose of kmsPurposes) {
      const opened = await keys.open(purpose, "start", await keys.seal(purpose, "start", plain));
      if (!opened.equals(plain)) throw new Error("another text came back");
    }
  } catch (cause) {
    const why = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
    const hint = why instanceof NotFoundException ? " There is no such key in this region." : "";
    throw new ConfigError(
      `The wallets' shares can't be sealed and opened by the key ${keyId} of AWS KMS in ${region} (KMS_KEY_ID): ` +
        `${why instanceof Error ? `${why.name}: ${why.message}` : String(why)}.${hint} The role keys needs kms:Encrypt and kms:Decrypt on it.`,
      { cause },
    );
  }
};
