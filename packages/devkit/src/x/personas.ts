import { createHash } from "node:crypto";

/** An account of the X stand-in, under X's field names. */
export interface Persona {
  /** Decimal, like X's; derived from the handle, so that a renamed account stays the same one. */
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly description: string;
}

const persona = (name: string, username: string, description: string): Persona => ({
  id: idOf(username),
  name,
  username,
  description,
});

const idOf = (username: string): string =>
  (createHash("sha256").update(username.toLowerCase()).digest().readBigUInt64BE(0) >> 2n).toString();

/** Accounts to choose on the authorize page. The last two are the hard cases for a token's symbol. */
export const personas: readonly Persona[] = [
  persona("Mara Ember", "mara_ember", "Slow mornings, strong coffee, long threads."),
  persona("Jonas Fell", "jonasfell", "Builds small tools and writes about them."),
  persona("Ada Okafor", "ada_okafor", "Runs a reading circle for night owls."),
  persona("Kenji Mori", "kenji_mori", "Field recordings from quiet places."),
  persona("🔥🔥🔥", "quietfire", "A display name without a letter or digit, a usable handle."),
  persona("✨ ✨", "___", "Neither the display name nor the handle has a letter or digit."),
];

/** The rules for a typed account: X's rule for handles, and a name of 1 to 50 characters. */
export const typedPersona = (name: string, username: string): Persona | null => {
  const trimmed = name.trim();
  const handle = username.trim().replace(/^@/, "");
  if (!/^\w{1,15}$/.test(handle) || trimmed === "" || [...trimmed].length > 50) return null;
  return persona(trimmed, handle, "");
};
