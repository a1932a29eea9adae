import { createHash } from "node:crypto";

/** An account of the Google stand-in, with the claims of its ID tokens. */
export interface GooglePersona {
  /** Decimal, like Google's; derived from the address, so that it is the same account each time. */
  readonly sub: string;
  readonly name: string;
  readonly email: string;
  readonly isVerified: boolean;
  /** The Workspace domain that the account belongs to. */
  readonly hd: string | null;
  readonly description: string;
}

const subOf = (email: string): string =>
  createHash("sha256").update(email).digest().readBigUInt64BE(0).toString().padStart(20, "1");

const persona = (
  name: string,
  email: string,
  description: string,
  rest: Partial<GooglePersona> = {},
): GooglePersona => ({
  sub: subOf(email),
  name,
  email,
  isVerified: true,
  hd: null,
  description,
  ...rest,
});

/** Accounts to choose: addresses that Google manages, one from elsewhere, and one that Google never verified. */
export const googlePersonas: readonly GooglePersona[] = [
  persona("Mara Ember", "mara.ember@gmail.com", "A Gmail address"),
  persona("Jonas Fell", "jonas@fell.example", "A Workspace address", { hd: "fell.example" }),
  persona("Ada Okafor", "ada@okafor.example", "An address from elsewhere"),
  persona("Kenji Mori", "kenji@mori.example", "An address that Google has not confirmed", { isVerified: false }),
];

/** An account by a typed address; Google manages those that end in gmail.com. */
export const personaFromEmail = (email: string): GooglePersona | null => {
  const address = email.trim().toLowerCase();
  if (!/^[a-z0-9._+-]{1,64}@([a-z0-9-]+\.)+[a-z]{2,}$/.test(address) || address.length > 200) return null;
  return persona(address.split("@")[0] ?? address, address, "");
};
