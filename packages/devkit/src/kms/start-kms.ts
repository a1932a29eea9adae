import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyReply } from "fastify";
import * as z from "zod/mini";
import { guardHost } from "../http/guard.ts";
import { connectionLimits } from "../http/limits.ts";
import { type AwsCredentials, signatureFault } from "./signature.ts";

export interface KmsOptions {
  readonly credentials: AwsCredentials;
  readonly region: string;
}

/** One call, as CloudTrail would record it. */
interface KmsCall {
  readonly action: "Encrypt" | "Decrypt";
  readonly keyArn: string;
  readonly context: Readonly<Record<string, string>>;
}

/** The running stand-in. */
export interface KmsStandIn {
  /** The value of `KMS_ENDPOINT`. */
  readonly endpoint: string;
  /** Creates a symmetric key, with an alias if given (`alias/…`). @returns its ARN */
  makeKey(alias?: string): string;
  /** Enables or disables a key. */
  setEnabled(keyArn: string, isEnabled: boolean): void;
  /** Throttles this many of the next calls. */
  throttle(calls: number): void;
  /** The successful calls. */
  readonly calls: readonly KmsCall[];
  stop(): Promise<void>;
}

interface Key {
  readonly arn: string;
  readonly alias: string | undefined;
  readonly secret: Buffer;
  isEnabled: boolean;
}

const account = "111122223333";
const maxPlaintext = 4_096;
const blob = z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/));
const shared = { KeyId: z.optional(z.string()), EncryptionContext: z._default(z.record(z.string(), z.string()), {}) };
const encryptBody = z.object({ ...shared, KeyId: z.string(), Plaintext: blob });
const decryptBody = z.object({ ...shared, CiphertextBlob: blob });

/** An error in AWS's format. */
class KmsFault extends Error {
  readonly type: string;
  readonly status: number;
  constructor(type: string, message = type, status = 400) {
    super(message);
    this.type = type;
    this.status = status;
  }
}

/** The same text for the same pairs in any order. */
const boundTo = (context: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))));

const idBytes = 36;
const ivBytes = 12;
const tagBytes = 16;

/**
 * Starts a stand-in of AWS KMS on loopback: `TrentService.Encrypt` and `TrentService.Decrypt` for symmetric keys, in AWS's JSON
 * 1.1, with signature checks and errors. Ciphertexts can be decrypted only during the same run.
 * https://docs.aws.amazon.com/kms/latest/APIReference/
 */
export const startKms = async ({ credentials, region }: KmsOptions): Promise<KmsStandIn> => {
  const keys: Key[] = [];
  const calls: KmsCall[] = [];
  let throttled = 0;
  const find = (keyId: string): Key => {
    const name = keyId.startsWith("arn:") && keyId.includes(":alias/") ? keyId.slice(keyId.indexOf("alias/")) : keyId;
    const found = keys.find(({ arn, alias }) => arn === name || arn.endsWith(`/${name}`) || alias === name);
    if (!found) throw new KmsFault("NotFoundException", `Key '${keyId}' does not exist`);
    if (!found.isEnabled) throw new KmsFault("DisabledException", `${found.arn} is disabled.`);
    return found;
  };

  const encrypt = (input: unknown) => {
    const { KeyId, Plaintext, EncryptionContext } = parsed(encryptBody, input);
    const key = find(KeyId);
    const plain = Buffer.from(Plaintext, "base64");
    if (plain.length > maxPlaintext) throw new KmsFault("ValidationException", "plaintext is longer than 4096 bytes");
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv("aes-256-gcm", key.secret, iv).setAAD(boundTo(EncryptionContext));
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    const id = Buffer.from(key.arn.slice(-idBytes));
    calls.push({ action: "Encrypt", keyArn: key.arn, context: EncryptionContext });
    const sealed = Buffer.concat([id, iv, cipher.getAuthTag(), body]);
    return { CiphertextBlob: sealed.toString("base64"), KeyId: key.arn, EncryptionAlgorithm: "SYMMETRIC_DEFAULT" };
  };
  const decrypt = (input: unknown) => {
    const { KeyId, CiphertextBlob, EncryptionContext } = parsed(decryptBody, input);
    const bytes = Buffer.from(CiphertextBlob, "base64");
    const sealedBy = keys.find(({ arn }) => arn.endsWith(`/${bytes.subarray(0, idBytes).toString()}`));
    if (!sealedBy || bytes.length < idBytes + ivBytes + tagBytes) throw new KmsFault("InvalidCiphertextException");
    const key = find(KeyId ?? sealedBy.arn);
    if (key !== sealedBy)
      throw new KmsFault(
        "IncorrectKeyException",
        "The key ID in the request does not identify a CMK that can perform this operation.",
      );
    const [iv, tag] = [
      bytes.subarray(idBytes, idBytes + ivBytes),
      bytes.subarray(idBytes + ivBytes).subarray(0, tagBytes),
    ];
    const decipher = createDecipheriv("aes-256-gcm", key.secret, iv).setAAD(boundTo(EncryptionContext)).setAuthTag(tag);
    let plain: Buffer;
    try {
      plain = Buffer.concat([decipher.update(bytes.subarray(idBytes + ivBytes + tagBytes)), decipher.final()]);
    } catch {
      throw new KmsFault("InvalidCiphertextException");
    }
    calls.push({ action: "Decrypt", keyArn: key.arn, context: EncryptionContext });
    return { Plaintext: plain.toString("base64"), KeyId: key.arn, EncryptionAlgorithm: "SYMMETRIC_DEFAULT" };
  };
  const actions: Readonly<Record<string, (input: unknown) => unknown>> = {
    "TrentService.Encrypt": encrypt,
    "TrentService.Decrypt": decrypt,
  };

  const app = Fastify({ logger: false, forceCloseConnections: true, ...connectionLimits });
  guardHost(app, []);
  // The signature covers the exact bytes.
  app.addContentTypeParser("application/x-amz-json-1.1", { parseAs: "string" }, (_request, body, done) =>
    done(null, body),
  );
  const send = (reply: FastifyReply, status: number, body: unknown) =>
    reply
      .code(status)
      .header("x-amzn-requestid", randomUUID())
      .header("content-type", "application/x-amz-json-1.1")
      .send(JSON.stringify(body));
  app.post("/", (request, reply) => {
    try {
      const body = typeof request.body === "string" ? request.body : "";
      const received = { method: "POST", path: "/", headers: request.headers, body };
      const fault = signatureFault(received, credentials, { region, service: "kms", now: Date.now() });
      if (fault) throw new KmsFault(fault);
      if (throttled > 0) {
        throttled -= 1;
        throw new KmsFault("ThrottlingException", "Rate exceeded");
      }
      const action = actions[String(request.headers["x-amz-target"])];
      if (!action) throw new KmsFault("UnknownOperationException");
      return send(reply, 200, action(JSON.parse(body)));
    } catch (error) {
      const known = error instanceof KmsFault ? error : new KmsFault("SerializationException");
      return send(reply, known.status, { __type: known.type, message: known.message });
    }
  });

  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo; // a TCP server that listens has no other kind of address
  return {
    endpoint: `http://127.0.0.1:${port}`,
    makeKey: (alias) => {
      const arn = `arn:aws:kms:${region}:${account}:key/${randomUUID()}`;
      keys.push({ arn, alias, secret: randomBytes(32), isEnabled: true });
      return arn;
    },
    setEnabled: (keyArn, isEnabled) => {
      for (const key of keys) if (key.arn === keyArn) key.isEnabled = isEnabled;
    },
    throttle: (count) => {
      throttled = count;
    },
    calls,
    stop: () => app.close(),
  };
};

const parsed = <Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> => {
  const result = z.safeParse(schema, input);
  if (!result.success) throw new KmsFault("ValidationException", z.prettifyError(result.error));
  return result.data;
};
