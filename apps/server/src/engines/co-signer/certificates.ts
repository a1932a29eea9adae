import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { ConfigError } from "../../config.ts";
import type { CertificateFiles } from "./endpoint.ts";

/** What is in them, and what both sides insist on. */
export interface MutualTls extends CertificateFiles {
  readonly minVersion: "TLSv1.3";
}

/**
 * Reads them as they lie there now, and looks whether TLS takes them: only then are they anybody's to use.
 * @throws ConfigError that names the file that can't be read, or says what TLS has against the three
 */
export const readCertificates = async (files: CertificateFiles): Promise<MutualTls> => {
  const read = (file: string, setting: string) =>
    readFile(file, "utf8").catch((cause: unknown) => {
      throw new ConfigError(`${file} (${setting}) can't be read: ${messageOf(cause)}`, { cause });
    });
  const [cert, key, ca] = await Promise.all([
    read(files.cert, "TRIBE_CO_SIGNER_CERT"),
    read(files.key, "TRIBE_CO_SIGNER_KEY"),
    read(files.ca, "TRIBE_CO_SIGNER_CA"),
  ]);
  const tls: MutualTls = { cert, key, ca, minVersion: "TLSv1.3" };
  try {
    createSecureContext(tls);
    // TLS takes files without any, such as one that is being written just now: it would then know nobody, or be nobody.
    for (const each of [cert, ca]) new X509Certificate(each);
    createPrivateKey(key);
  } catch (cause) {
    throw new ConfigError(
      `TLS does not take ${files.cert} (TRIBE_CO_SIGNER_CERT) with ${files.key} (TRIBE_CO_SIGNER_KEY) and ${files.ca} ` +
        `(TRIBE_CO_SIGNER_CA): ${messageOf(cause)}. Each is PEM, and the key is the certificate's own.`,
      { cause },
    );
  }
  return tls;
};

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** Whether they are the same ones. */
export const areSameCertificates = (a: MutualTls, b: MutualTls): boolean =>
  a.cert === b.cert && a.key === b.key && a.ca === b.ca;
