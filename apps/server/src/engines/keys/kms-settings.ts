import type { EnvelopePurpose } from "./port.ts";

/**
 * A symmetric key of AWS KMS, and its region and endpoint. Credentials are found as by AWS's tools: the machine's role, or
 * the environment.
 */
export interface KmsSettings {
  /** Id, ARN, or an alias's name or ARN. */
  readonly keyId: string;
  readonly region: string;
  /** Null for AWS's own endpoint of that region. */
  readonly endpoint: string | null;
}

/** The purposes for which a KMS seals instead of a file's key: they protect wallets. */
export const kmsPurposes = ["server-share", "recovery-share"] as const satisfies readonly EnvelopePurpose[];

export type KmsPurpose = (typeof kmsPurposes)[number];

export const isKmsPurpose = (purpose: string): purpose is KmsPurpose => kmsPurposes.some((each) => each === purpose);
