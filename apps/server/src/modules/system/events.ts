declare module "../../engines/bus/port.ts" {
  interface BusEvents {
    /** The factory or the whole installation was paused or unpaused; both flags as they are now. */
    "system.changed": { readonly isSystemPaused: boolean; readonly isServerPaused: boolean };
  }
}

export {};
