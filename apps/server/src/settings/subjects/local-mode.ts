import { computed, integer, onOrOff, port, type Setting, text } from "../setting.ts";

export const localModeSettings = {
  TRIBE_DEVKIT_PORT: {
    schema: port,
    default: computed("3002, or the next free one"),
    meaning: "Port of the stand-ins for outside providers",
  },
  TRIBE_RPC_PORT: {
    schema: port,
    default: computed("8899, or the next free one"),
    meaning: "Port of the local chain; its WebSocket uses the next one",
  },
  TRIBE_SLOT_MS: {
    schema: integer(1, 3_600_000),
    default: computed("400"),
    meaning: "Length of a slot of the local chain in milliseconds, for tests",
  },
  TRIBE_WARP: {
    schema: onOrOff,
    default: "off",
    meaning: "`on` lets tools move the local chain's clock forward, for tests",
  },
  TRIBE_LIGHT_DIR: {
    schema: text,
    default: computed("`light` in the data folder"),
    meaning:
      "Folder of Light Protocol's package, which airdrops on the local chain need (7 MB, installed once through npm). `off`: no airdrops",
  },
} as const satisfies Record<string, Setting>;
