import { type Mint, type ServerFrame, typingSeconds, type Uid } from "@tribe/contract";
import { createStore } from "../state/store.ts";

/** Who of a Tribe is here, and who writes right now. Only frames tell it; after a lost connection nobody is known to be. */
export interface PeopleNow {
  readonly online: ReadonlySet<Uid>;
  readonly typing: readonly { readonly uid: Uid; readonly displayName: string; readonly until: number }[];
}

const nobody: PeopleNow = { online: new Set(), typing: [] };

/** By Tribe. */
export type PeopleByTribe = ReadonlyMap<Mint, PeopleNow>;

/** Somebody is shown as writing for so long after they were last heard to. Milliseconds. */
export const typingShownFor = typingSeconds * 1_500;

const changed = (all: PeopleByTribe, mint: Mint, change: (now: PeopleNow) => PeopleNow): PeopleByTribe =>
  new Map(all).set(mint, change(all.get(mint) ?? nobody));

/** What a frame makes of it. @param now milliseconds since 1970 */
export const peopleAfterFrame = (all: PeopleByTribe, frame: ServerFrame, now: number): PeopleByTribe => {
  switch (frame.type) {
    case "ready":
      return new Map();
    case "online":
      return changed(all, frame.mint, (people) => ({ ...people, online: new Set(frame.uids) }));
    case "presence":
      return changed(all, frame.mint, (people) => {
        const online = new Set(people.online);
        if (frame.isOnline) online.add(frame.uid);
        else online.delete(frame.uid);
        const typing = frame.isOnline ? people.typing : people.typing.filter(({ uid }) => uid !== frame.uid);
        return { online, typing };
      });
    case "typing":
      return changed(all, frame.mint, (people) => ({
        ...people,
        typing: [
          ...people.typing.filter(({ uid, until }) => uid !== frame.uid && until > now),
          { uid: frame.uid, displayName: frame.displayName, until: now + typingShownFor },
        ],
      }));
    case "message": {
      const { mint, author } = frame.message;
      if (!all.get(mint)?.typing.some(({ uid }) => uid === author.uid)) return all;
      return changed(all, mint, (people) => ({
        ...people,
        typing: people.typing.filter(({ uid }) => uid !== author.uid),
      }));
    }
    case "membership":
      if (frame.state === "active" || frame.state === "chief") return all;
      return changed(all, frame.mint, () => nobody);
    default:
      return all;
  }
};

export const peopleNow = createStore<PeopleByTribe>(new Map());

/** Of one Tribe. */
export const peopleOf = (all: PeopleByTribe, mint: Mint): PeopleNow => all.get(mint) ?? nobody;
