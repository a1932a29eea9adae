import type { Config } from "../../config.ts";
import type { SignInRequest } from "./farcaster-client.ts";

/** What a person signs to connect their account with this app, and no other. */
export const signInRequestOf = ({ appUrl }: Pick<Config, "appUrl">, nonce: string): SignInRequest => ({
  domain: new URL(appUrl).host,
  uri: appUrl,
  nonce,
});
