import {
  DecryptCommand,
  EncryptCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  KMSClient,
  NotFoundException,
} from "@aws-sdk/client-kms";
import { ApiError } from "@tribe/contract";
import { ConfigError } from "../../settings/environment.ts";
import { isKmsPurpose, type KmsPurpose, type KmsSettings, kmsPurposes } from "./kms-settings.ts";
import type { Keys } from "./port.ts";

/** First byte of values sealed by the KMS; those sealed by a file's key start with 1. */
const formatVersion = 2;
/** Less than a database transaction may wait, including the second try. */
const requestTimeout = 1_500;
const maxAttempts = 2;

/**
 * The context that a sealed value is bound to. AWS writes it to CloudTrail unencrypted with each call: it contains ids, and
 * no secret.
 */
const contextOf = (purpose: KmsPurpose, context: string) => ({ "tribe-purpose": purpose, "tribe-context": context });

/**
 * Keys whose shares are sealed by AWS KMS: the key that opens them is in no file, and CloudTrail logs each opening. Values
 * sealed before under the file's key open with it as long as the file exists.
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
      // The key is named so that a value sealed under another key of the account is not opened.
      const command = new DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext: contextOf(purpose, context) });
      const { Plaintext } = await client.send(command).catch(fail);
      if (!Plaintext) throw new Error("the KMS opened nothing");
      return Buffer.from(Plaintext);
    },
  };
};

/** Tampered values are an error; anything else may be temporary. */
const fail = (cause: unknown): never => {
  if (cause instanceof InvalidCiphertextException || cause instanceof IncorrectKeyException)
    throw new Error("what is sealed does not open under the KMS's key", { cause });
  throw new ApiError("unavailable", { cause });
};

/** Seals a value and opens it again. @throws ConfigError with AWS's answer, when that fails */
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
