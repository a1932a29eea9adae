import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

// Minimal X.509 (RFC 5280) for a test of mutual TLS: a library for it adds fifteen packages.

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = body.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.of(tag, ...length), body]);
};
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const identifier = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const ecdsaWithSha256 = sequence(identifier("2a8648ce3d040302"));
const nameOf = (text: string) => sequence(der(0x31, sequence(identifier("550403"), der(0x0c, Buffer.from(text)))));
const timeOf = (at: number) => der(0x17, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, "").slice(2, 14)}Z`));
const pem = (label: string, bytes: Uint8Array) => {
  // Without an empty line at the end: OpenSSL silently ignores an authority after one.
  const lines =
    Buffer.from(bytes)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
};

/** A certificate with its key, both PEM. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

interface CertificateOptions {
  /** The DNS name in it. */
  readonly dnsName: string;
  /** Milliseconds since 1970; an hour from now by default. */
  readonly notAfter?: number;
}

/** An authority that signs certificates. */
export interface TestAuthority {
  /** Its own certificate, PEM. */
  readonly ca: string;
  issue(options: CertificateOptions): TestCertificate;
}

const hour = 3_600_000;

/** Creates an authority with this name. */
export const newAuthority = (name: string): TestAuthority => {
  const own = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const certificateOf = (subject: string, publicKey: KeyObject, notAfter: number, extension: Buffer): Buffer => {
    const content = sequence(
      der(0xa0, der(0x02, Buffer.of(2))),
      // Positive: the first bit is not set.
      der(0x02, Buffer.concat([Buffer.of(1), randomBytes(15)])),
      ecdsaWithSha256,
      nameOf(name),
      sequence(timeOf(Math.min(Date.now(), notAfter) - hour), timeOf(notAfter)),
      nameOf(subject),
      publicKey.export({ format: "der", type: "spki" }),
      der(0xa3, sequence(extension)),
    );
    const signature = sign("sha256", content, own.privateKey);
    return sequence(content, ecdsaWithSha256, der(0x03, Buffer.of(0), signature));
  };
  const isAuthority = sequence(
    identifier("551d13"),
    der(0x01, Buffer.of(0xff)),
    der(0x04, sequence(der(0x01, Buffer.of(0xff)))),
  );
  return {
    ca: pem("CERTIFICATE", certificateOf(name, own.publicKey, Date.now() + hour, isAuthority)),
    issue: ({ dnsName, notAfter = Date.now() + hour }) => {
      const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const isFor = sequence(identifier("551d11"), der(0x04, sequence(der(0x82, Buffer.from(dnsName)))));
      return {
        cert: pem("CERTIFICATE", certificateOf(dnsName, publicKey, notAfter, isFor)),
        key: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
      };
    },
  };
};
