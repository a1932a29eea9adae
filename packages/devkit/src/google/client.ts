/** The app as it is registered at Google. */
export interface GoogleClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Compared character by character. */
  readonly redirectUris: readonly string[];
}
