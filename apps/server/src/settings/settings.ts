import type * as z from "zod/mini";
import type { Setting } from "./setting.ts";
import { chainSettings } from "./subjects/chain.ts";
import { fileSettings } from "./subjects/files.ts";
import { fundingSettings } from "./subjects/funding.ts";
import { hostSettings } from "./subjects/hosts.ts";
import { keySettings } from "./subjects/keys.ts";
import { liveSettings } from "./subjects/live.ts";
import { localModeSettings } from "./subjects/local-mode.ts";
import { mailAndPushSettings } from "./subjects/mail-and-push.ts";
import { serverSettings } from "./subjects/server.ts";
import { signInSettings } from "./subjects/sign-in.ts";

/** Every environment variable of the server by subject, in the order of `docs/operating.md`. */
export const subjects = {
  "Server and database": serverSettings,
  Hosts: hostSettings,
  "Keys and co-signing": keySettings,
  Solana: chainSettings,
  "Mail and push": mailAndPushSettings,
  "Files of messages": fileSettings,
  "Live audio and video": liveSettings,
  "Sign-in and connected accounts": signInSettings,
  "Card, bridge and rates": fundingSettings,
  "Local mode": localModeSettings,
} as const satisfies Record<string, Record<string, Setting>>;

/** Every environment variable of the server. */
export const settings = {
  ...serverSettings,
  ...hostSettings,
  ...keySettings,
  ...chainSettings,
  ...mailAndPushSettings,
  ...fileSettings,
  ...liveSettings,
  ...signInSettings,
  ...fundingSettings,
  ...localModeSettings,
} as const;

type Settings = typeof settings;
type ValueOf<Row extends Setting> = z.output<Row["schema"]> | (Row["default"] extends string ? never : undefined);

/** The environment as parsed: what was set, and the defaults that the server does not work out. */
export type Environment = { readonly [Name in keyof Settings]: ValueOf<Settings[Name]> };
