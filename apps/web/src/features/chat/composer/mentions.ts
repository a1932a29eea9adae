import { type MentionRange, messageLimits, type Uid } from "@tribe/contract";

/** Somebody who can be named. */
export interface Nameable {
  readonly uid: Uid;
  readonly displayName: string;
}

/** The name that is being typed before the caret: `@` at a word's beginning, and where it stands. */
export interface OpenMention {
  readonly start: number;
  readonly query: string;
}

/** Names have spaces: so many words after the `@` still count as one. */
const mostWords = 3;

/** What is typed after an `@` before the caret; null when nobody is being named. */
export const openMention = (text: string, caret: number): OpenMention | null => {
  const start = text.lastIndexOf("@", caret - 1);
  if (start < 0 || (start > 0 && !/[\s(]/.test(text[start - 1] ?? ""))) return null;
  const query = text.slice(start + 1, caret);
  if (query.includes("\n") || query.startsWith(" ") || query.split(" ").length > mostWords) return null;
  return { start, query };
};

const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Who may be meant, those whose name begins so first; accents and case aside. */
export const candidates = <Person extends Nameable>(people: readonly Person[], query: string, most = 6): Person[] => {
  const wanted = plain(query);
  const rank = ({ displayName }: Nameable): number => {
    const name = plain(displayName);
    if (name.startsWith(wanted)) return 0;
    return name.split(/\s+/).some((word) => word.startsWith(wanted)) ? 1 : 2;
  };
  return people
    .filter((person) => rank(person) < 2)
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, most);
};

/** The text with a name in the place of what was typed of it, and where the caret goes. */
export const completed = (text: string, { start, query }: OpenMention, name: string) => {
  const before = `${text.slice(0, start)}@${name} `;
  const rest = text.slice(start + 1 + query.length);
  return { text: before + rest.replace(/^ /, ""), caret: before.length };
};

/**
 * Who is named in a text: `@` and the whole name of somebody. Of two with the same name the one who was chosen from the list
 * counts, of two names that begin alike the longer one.
 * @param chosen by their names
 */
export const mentionsIn = (
  text: string,
  people: readonly Nameable[],
  chosen: ReadonlyMap<string, Uid> = new Map(),
): MentionRange[] => {
  const byLength = [...people]
    .filter(({ displayName }) => displayName !== "")
    .sort(
      (one, other) =>
        other.displayName.length - one.displayName.length ||
        Number(chosen.get(other.displayName) === other.uid) - Number(chosen.get(one.displayName) === one.uid),
    );
  const found: MentionRange[] = [];
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const rest = text.slice(at + 1);
    const person = byLength.find(
      ({ displayName }) => rest.startsWith(displayName) && !/^[\p{L}\p{N}]/u.test(rest.slice(displayName.length)),
    );
    if (person) found.push({ uid: person.uid, start: at, length: person.displayName.length + 1 });
  }
  return found.slice(0, messageLimits.mentions);
};
