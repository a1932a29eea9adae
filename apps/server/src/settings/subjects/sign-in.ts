import { computed, httpUrl, type Setting, text } from "../setting.ts";

export const signInSettings = {
  X_CLIENT_ID: {
    schema: text,
    default: null,
    meaning: "The app's client id at X. Without it local mode uses a stand-in",
    production: "required",
  },
  X_CLIENT_SECRET: {
    schema: text,
    default: null,
    meaning: "The app's client secret at X",
    production: "required",
  },
  X_AUTHORIZE_URL: {
    schema: httpUrl,
    default: "https://x.com/i/oauth2/authorize",
    meaning: "X's page on which people allow the connection",
  },
  X_API_URL: { schema: httpUrl, default: "https://api.x.com", meaning: "X's API" },
  GOOGLE_CLIENT_ID: {
    schema: text,
    default: null,
    meaning:
      "The app's client id at Google. Without it local mode uses a stand-in, and production offers no sign-in with Google",
  },
  GOOGLE_CLIENT_SECRET: { schema: text, default: null, meaning: "The app's client secret at Google" },
  GOOGLE_ISSUER: {
    schema: httpUrl,
    default: "https://accounts.google.com",
    meaning: "Google's OpenID issuer, or that of a provider in its place",
  },
  FARCASTER_RELAY_URL: {
    schema: httpUrl,
    default: computed("https://relay.farcaster.xyz; in local mode a stand-in"),
    meaning: "Relay for Sign In With Farcaster",
  },
  OPTIMISM_RPC_URL: {
    schema: httpUrl,
    default: computed("https://mainnet.optimism.io; in local mode a stand-in"),
    meaning: "Optimism's JSON-RPC, from which the owner of a Farcaster account is read",
  },
} as const satisfies Record<string, Setting>;
