import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** The accepted credentials, under AWS's names. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A request as it came. */
export interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** The error of a request's signature, under AWS's names. */
export type SignatureFault =
  | "MissingAuthenticationTokenException"
  | "UnrecognizedClientException"
  | "InvalidSignatureException";

const maxSkewMs = 5 * 60_000;
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

/**
 * Verifies AWS's Signature Version 4 of a request without a query.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 * @returns null when it is valid
 */
export const signatureFault = (
  { method, path, headers, body }: SignedRequest,
  { accessKeyId, secretAccessKey }: AwsCredentials,
  { region, service, now }: { readonly region: string; readonly service: string; readonly now: number },
): SignatureFault | null => {
  const header = (name: string): string => {
    const value = headers[name];
    return (typeof value === "string" ? value : (value?.join(",") ?? "")).trim().replace(/\s+/g, " ");
  };
  const parts = authorization.exec(header("authorization"));
  if (!parts) return "MissingAuthenticationTokenException";
  const [, who, day = "", where, what, names = "", signature = ""] = parts;
  if (who !== accessKeyId) return "UnrecognizedClientException";
  const at = header("x-amz-date");
  const [, year, month, date, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(at) ?? [];
  const requestedAt = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`);
  const isOfNow = Math.abs(requestedAt - now) <= maxSkewMs && at.startsWith(day);
  const signed = names.split(";");
  if (
    where !== region ||
    what !== service ||
    !isOfNow ||
    !["host", "x-amz-date"].every((name) => signed.includes(name))
  )
    return "InvalidSignatureException";
  const canonical = [
    method,
    path,
    "",
    ...signed.map((name) => `${name}:${header(name)}`),
    "",
    names,
    sha256(body),
  ].join("\n");
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", at, scope, sha256(canonical)].join("\n");
  const key = [region, service, "aws4_request"].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day));
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, "hex")) ? null : "InvalidSignatureException";
};
