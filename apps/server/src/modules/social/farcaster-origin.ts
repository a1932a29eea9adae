import type { Config } from "../../settings/config.ts";
import type { SignInRequest } from "./farcaster-client.ts";

/** The domain in the message that a person signs: their account is connected with this app and no other. */
export const signInRequestOf = ({ appUrl }: Pick<Config, "appUrl">, nonce: string): SignInRequest => ({
  domain: new URL(appUrl).host,
  uri: appUrl,
  nonce,
});
