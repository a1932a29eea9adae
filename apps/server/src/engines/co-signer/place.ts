import type { CertificateFiles } from "./certificates.ts";

/** Where the process with the admin's key is asked to co-sign. */
export type CoSignerPlace =
  /** On the same machine: who may open the file may ask. */
  | { readonly kind: "socket"; readonly path: string }
  /** Over a network: who has a certificate of the one authority may ask, and knows whom it asks in the same way. */
  | { readonly kind: "tls"; readonly host: string; readonly port: number; readonly certificates: CertificateFiles };

/** As an operator knows it. */
export const nameOfPlace = (place: CoSignerPlace): string =>
  place.kind === "socket" ? `${place.path} (TRIBE_KEYS_SOCKET)` : `${place.host}:${place.port} (TRIBE_CO_SIGNER_URL)`;
