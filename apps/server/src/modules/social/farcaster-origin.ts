import type { Config } from "../../config.ts";
import type { Asked } from "./farcaster-client.ts";

/** What a person signs to connect their account with this app, and no other. */
export const askedOf = ({ appUrl }: Pick<Config, "appUrl">, nonce: string): Asked => ({
  domain: new URL(appUrl).host,
  uri: appUrl,
  nonce,
});
