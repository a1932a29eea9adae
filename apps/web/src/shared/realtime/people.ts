import { type Mint, type ServerFrame, typingSeconds, type Uid } from "@tribe/contract";
import { createStore } from "../state/store.ts";

/** Who of a Tribe is present, and who is typing. Known only from frames; after a lost connection it is empty. */
export interface PeopleNow {
  readonly online: ReadonlySet<Uid>;
  readonly typing: readonly { readonly uid: Uid; readonly displayName: string; readonly until: number }[];
}

const nobody: PeopleNow = { online: new Set(), typing: [] };

/** By Tribe. */
export type PeopleByTribe = ReadonlyMap<Mint, PeopleNow>;

/** How long somebody is shown as typing after the last frame about it. Milliseconds. */
export const typingShownFor = typingSeconds * 1_500;

const changed = (all: PeopleByTribe, mint: Mint, change: (now: PeopleNow) => PeopleNow): PeopleByTribe =>
  new Map(all).set(mint, change(all.get(mint) ?? nobody));

/** The state after a frame. @param now milliseconds since 1970 */
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
