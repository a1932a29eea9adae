/** The files with which one side of mutual TLS proves itself and recognises the other; each is PEM. */
export interface CertificateFiles {
  /** This side's certificate, followed by the intermediate ones up to the authority. */
  readonly cert: string;
  readonly key: string;
  /** The authority that signs the certificates of both sides and of nobody else: whoever has one of them may ask. */
  readonly ca: string;
}

/** Where the process with the admin's key takes requests to co-sign. */
export type CoSignerEndpoint =
  /** On the same machine: who may open the file may ask. */
  | { readonly kind: "socket"; readonly path: string }
  /** Over a network: who has a certificate of the one authority may ask, and knows whom it asks in the same way. */
  | { readonly kind: "tls"; readonly host: string; readonly port: number; readonly certificates: CertificateFiles };

/** The endpoint with the setting that names it, for operators. */
export const endpointName = (endpoint: CoSignerEndpoint): string =>
  endpoint.kind === "socket"
    ? `${endpoint.path} (TRIBE_KEYS_SOCKET)`
    : `${endpoint.host}:${endpoint.port} (TRIBE_CO_SIGNER_URL)`;
