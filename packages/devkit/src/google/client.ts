/** The app's registration at Google. */
export interface GoogleClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Compared exactly. */
  readonly redirectUris: readonly string[];
}
