/** Where one side of mutual TLS has what it shows, and by what it knows the other. PEM each. */
export interface CertificateFiles {
  /** The own certificate, with those between it and the authority behind it. */
  readonly cert: string;
  readonly key: string;
  /** The authority that signs the certificates of both sides and of nobody else: whoever has one of them may ask. */
  readonly ca: string;
}

/** Where the process with the admin's key is asked to co-sign. */
export type CoSignerPlace =
  /** On the same machine: who may open the file may ask. */
  | { readonly kind: "socket"; readonly path: string }
  /** Over a network: who has a certificate of the one authority may ask, and knows whom it asks in the same way. */
  | { readonly kind: "tls"; readonly host: string; readonly port: number; readonly certificates: CertificateFiles };

/** As an operator knows it. */
export const nameOfPlace = (place: CoSignerPlace): string =>
  place.kind === "socket" ? `${place.path} (TRIBE_KEYS_SOCKET)` : `${place.host}:${place.port} (TRIBE_CO_SIGNER_URL)`;
