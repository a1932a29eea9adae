interface Named {
  readonly displayName: string;
  readonly address: string | null;
  readonly bio?: string;
  readonly pfp?: string | null;
  readonly isNerfed?: boolean;
}

/** A person's displayed name; without a name the first 6 characters of the address. */
export const displayNameOf = (person: Named): string =>
  (person.isNerfed ? "" : person.displayName.trim()) || (person.address ?? "").slice(0, 6);

/** How others see a nerfed person: the short address, no bio, the default picture (null). */
export const asSeenByOthers = <P extends Named & { bio: string; pfp: string | null }>(person: P): P =>
  person.isNerfed ? { ...person, displayName: (person.address ?? "").slice(0, 6), bio: "", pfp: null } : person;
