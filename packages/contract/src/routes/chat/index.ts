/** The gated chat, in parts, so that a page takes only those that it calls. */

export * from "./messages.ts";
export * from "./room.ts";
export * from "./tribes.ts";
