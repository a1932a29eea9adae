import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { ConfigError } from "../../settings/environment.ts";
import type { CertificateFiles } from "./endpoint.ts";

/** The files' contents, and the TLS version that both sides require. */
export interface MutualTls extends CertificateFiles {
  readonly minVersion: "TLSv1.3";
}

/**
 * Reads the current files and checks that TLS accepts them.
 * @throws ConfigError that names the unreadable file, or has TLS's error about the three
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
    // TLS accepts files without any, such as one that is just being written: it would then trust nobody, or have no
    // certificate.
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

/** Whether both have the same certificates and key. */
export const areSameCertificates = (a: MutualTls, b: MutualTls): boolean =>
  a.cert === b.cert && a.key === b.key && a.ca === b.ca;
