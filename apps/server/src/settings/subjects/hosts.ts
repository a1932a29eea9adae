import { computed, onOrOff, origin, port, type Setting } from "../setting.ts";

export const hostSettings = {
  TRIBE_PUBLIC_URL: {
    schema: origin,
    default: computed("http://tribe.localhost:<port>"),
    meaning: "Origin of the app, as people open it",
    production: "required",
  },
  TRIBE_UPLOAD_URL: {
    schema: origin,
    default: computed("TRIBE_PUBLIC_URL"),
    meaning:
      "Origin of `/upload` and `/media`, the files of messages. Preferably a host of its own that leads to the role web",
  },
  TRIBE_SHARE_URL: {
    schema: origin,
    default: computed("TRIBE_PUBLIC_URL"),
    meaning: "Origin of share images. It may be another host that leads to the role web",
  },
  TRIBE_SIGNER_URL: {
    schema: origin,
    default: computed("http://signer.tribe.localhost:<signer port>; plain localhost beside TRIBE_PUBLIC_URL"),
    meaning: "Origin of the wallet's frame. In production it must be on another host than the app",
    production: "required",
  },
  TRIBE_SERVE_SIGNER: {
    schema: onOrOff,
    default: computed("on; in production off"),
    meaning: "`on`: the role web also serves the wallet's frame, at `TRIBE_SIGNER_PORT`. `off`: another host serves it",
  },
  TRIBE_SIGNER_PORT: {
    schema: port,
    default: computed("3001, or the next free one"),
    meaning: "Port of the wallet's frame",
  },
} as const satisfies Record<string, Setting>;
