/** The app's registration at X. */
export interface XClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Callbacks, compared exactly. */
  readonly redirectUris: readonly string[];
}
