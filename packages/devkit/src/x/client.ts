/** The app as it is registered at X. */
export interface XClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Callbacks, compared character by character. */
  readonly redirectUris: readonly string[];
}
