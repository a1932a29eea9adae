/** The files with which one side of mutual TLS authenticates itself and the other; each is PEM. */
export interface CertificateFiles {
  /** This side's certificate, followed by the intermediate ones up to the authority. */
  readonly cert: string;
  readonly key: string;
  /** The authority that signs only the certificates of both sides: any holder of one may send requests. */
  readonly ca: string;
}

/** Where the process with the admin's key accepts requests to co-sign. */
export type CoSignerEndpoint =
  /** On the same machine: any user who can open the file may send requests. */
  | { readonly kind: "socket"; readonly path: string }
  /**
   * Over a network: holders of a certificate of the one authority may send requests, and check the server in the same way.
   */
  | { readonly kind: "tls"; readonly host: string; readonly port: number; readonly certificates: CertificateFiles };

/** The endpoint with the setting that configures it, for operators. */
export const endpointName = (endpoint: CoSignerEndpoint): string =>
  endpoint.kind === "socket"
    ? `${endpoint.path} (TRIBE_KEYS_SOCKET)`
    : `${endpoint.host}:${endpoint.port} (TRIBE_CO_SIGNER_URL)`;
