import { type MentionRange, messageLimits, type Uid } from "@tribe/contract";
import { messageMentions } from "@tribe/domain/markup";

/** Somebody who can be named. */
export interface Nameable {
  readonly uid: Uid;
  readonly displayName: string;
}

/** The mention that is being typed before the caret: `@` at a word's beginning, and its position. */
export interface OpenMention {
  readonly start: number;
  readonly query: string;
}

/** Names have spaces: this many words after the `@` may belong to one. */
const mostWords = 3;

/** The text after an `@` before the caret; null if no mention is being typed. */
export const openMention = (text: string, caret: number): OpenMention | null => {
  const start = text.lastIndexOf("@", caret - 1);
  if (start < 0 || (start > 0 && !/[\s(]/.test(text[start - 1] ?? ""))) return null;
  const query = text.slice(start + 1, caret);
  if (query.includes("\n") || query.startsWith(" ") || query.split(" ").length > mostWords) return null;
  return { start, query };
};

const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Matching people, those whose name begins with the text first; accents and case are ignored. */
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

/** The whole name in the place of what was typed, and of a space behind that. */
export const completion = (text: string, { start, query }: OpenMention, name: string) => {
  const to = start + 1 + query.length;
  return { piece: `@${name} `, from: start, to: text[to] === " " ? to + 1 : to };
};

/**
 * The people mentioned in a text, outside of code: `@` and the whole name. Of two with the same name the one chosen from the list counts, of two
 * names with the same beginning the longer one.
 * @param chosen people by their names
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
  return messageMentions(text, found).slice(0, messageLimits.mentions);
};
