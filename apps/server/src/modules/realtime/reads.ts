import type { Address, MembershipState, Mint, Uid } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import { readTogether } from "../../db/read-together.ts";
import { headSeqsOf } from "../chat/index.ts";
import { peopleByUids } from "../identity/index.ts";
import { type Access, membershipsOf } from "../membership/index.ts";
import { type Backlog, type BacklogPlace, createBacklogs } from "./backlogs.ts";
import { frameText } from "./connection.ts";
import { onlineIn } from "./store/online.ts";

/** What is read from the database for a new socket and for a chat: after a restart thousands do so at once. */
export interface Reads {
  /** A chat's newest number; null when there is no such Tribe. */
  headSeq(mint: Mint): Promise<number | null>;
  membership(asked: Access): Promise<MembershipState>;
  /** The frame that lists who is online among those who may read a chat. */
  online(mint: Mint): Promise<string>;
  address(uid: Uid): Promise<Address | null>;
  /** A part of a chat's log as one reader gets it. */
  backlog(place: BacklogPlace): Promise<Backlog>;
}

/** The reads of one process: requests of the same moment become one query. */
export const createReads = ({ db }: Pick<AppContext, "db">): Reads => ({
  headSeq: readTogether(async (mints) => {
    const heads = await headSeqsOf(db, [...new Set(mints)]);
    return mints.map((mint) => heads.get(mint) ?? null);
  }),
  membership: readTogether((asked) => membershipsOf(db, asked)),
  online: readTogether(async (mints) => {
    const online = await onlineIn(db, [...new Set(mints)]);
    const frameOf = (mint: Mint) => frameText({ type: "online", mint, uids: [...(online.get(mint) ?? [])] });
    const frames = new Map([...new Set(mints)].map((mint) => [mint, frameOf(mint)]));
    return mints.map((mint) => frames.get(mint) ?? frameOf(mint));
  }),
  address: readTogether(async (uids) => {
    const people = await peopleByUids(db, [...new Set(uids)]);
    return uids.map((uid) => people.get(uid)?.address ?? null);
  }),
  backlog: createBacklogs({ db }),
});
