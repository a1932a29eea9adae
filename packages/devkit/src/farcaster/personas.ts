import { createHash } from "node:crypto";
import type { Hex } from "viem";

/** An account of the Farcaster stand-in. */
export interface FarcasterPersona {
  readonly fid: number;
  readonly username: string;
  readonly displayName: string;
  readonly bio: string;
  /** Private key of the custody address: derived from the name, and worthless elsewhere. */
  readonly custodyKey: Hex;
}

const persona = (fid: number, displayName: string, username: string, bio: string): FarcasterPersona => ({
  fid,
  username,
  displayName,
  bio,
  custodyKey: `0x${createHash("sha256").update(`tribe stand-in ${username}`).digest("hex")}`,
});

/** Accounts to choose on the approval page. */
export const farcasterPersonas: readonly FarcasterPersona[] = [
  persona(2_001, "Mara Ember", "mara", "Slow mornings, strong coffee, long threads."),
  persona(2_002, "Jonas Fell", "jonas", "Builds small tools and writes about them."),
  persona(2_003, "Ada Okafor", "ada", "Runs a reading circle for night owls."),
];

/** An account by a typed name, under Farcaster's rule for names; the same name is the same account. */
export const typedFarcasterPersona = (name: string): FarcasterPersona | null => {
  const username = name.trim().replace(/^@/, "").toLowerCase();
  if (!/^[a-z0-9][a-z0-9-]{0,15}$/.test(username)) return null;
  const known = farcasterPersonas.find((each) => each.username === username);
  const fid = 10_000 + createHash("sha256").update(username).digest().readUInt32BE(0);
  return known ?? persona(fid, username, username, "");
};
