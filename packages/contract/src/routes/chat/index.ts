/** The gated chat, split so that a page loads only the parts that it calls. */

export * from "./messages.ts";
export * from "./room.ts";
export * from "./tribes.ts";
