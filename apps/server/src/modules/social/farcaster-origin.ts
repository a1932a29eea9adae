import type { Config } from "../../config.ts";
import type { Asked } from "./farcaster-client.ts";

/** The domain in the message that a person signs: their account is connected with this app and no other. */
export const askedOf = ({ appUrl }: Pick<Config, "appUrl">, nonce: string): Asked => ({
  domain: new URL(appUrl).host,
  uri: appUrl,
  nonce,
});
