import { hasLetterDigitOrEmoji, withoutUnseen } from "@tribe/contract";

interface Named {
  readonly displayName: string;
  readonly address: string | null;
  readonly bio?: string;
  readonly pfp?: string | null;
  readonly isNerfed?: boolean;
}

/**
 * A name as people see it: one line without characters that are unseen; "" when it has no letter, digit or emoji by which it could
 * be told from others.
 */
export const visibleName = (name: string): string => (hasLetterDigitOrEmoji(name) ? withoutUnseen(name).trim() : "");

/** A person's displayed name; without a visible name the first 6 characters of the address. */
export const displayNameOf = (person: Named): string =>
  (person.isNerfed ? "" : visibleName(person.displayName)) || (person.address ?? "").slice(0, 6);

/** How others see a nerfed person: the short address, no bio, the default picture (null). */
export const asSeenByOthers = <P extends Named & { bio: string; pfp: string | null }>(person: P): P =>
  person.isNerfed ? { ...person, displayName: (person.address ?? "").slice(0, 6), bio: "", pfp: null } : person;
