import type { EnvelopePurpose } from "./port.ts";

/** A symmetric key of AWS KMS, and how it is reached. Who asks is found as AWS's tools do: role of the machine, or environment. */
export interface KmsSettings {
  /** Id, ARN, or an alias's name or ARN. */
  readonly keyId: string;
  readonly region: string;
  /** Null for AWS's own of that region. */
  readonly endpoint: string | null;
}

/** What a KMS seals in place of a file's key: what opens wallets. */
export const kmsPurposes = ["server-share", "recovery-share"] as const satisfies readonly EnvelopePurpose[];

export type KmsPurpose = (typeof kmsPurposes)[number];

export const isKmsPurpose = (purpose: string): purpose is KmsPurpose => kmsPurposes.some((each) => each === purpose);
