import { type MembershipState, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { peopleByAddresses, tribeName, tribePicture } from "../../identity/index.ts";
import { hasAccess } from "../../membership/index.ts";
import { callerOf } from "../caller-of.ts";
import { presentMessages } from "../present.ts";
import { newestMessages } from "../store/log.ts";
import { joinedTribesOf, tribesOf } from "../store/own-chats.ts";
import { readStatesOf } from "../store/read-marks.ts";

/** The caller's chats: of the Tribes they created, and of those they joined. */
export const mine = query(routes.chat.mine, async ({ tx, session }) => {
  const person = await callerOf(tx, session.uid);
  const own = person.address ? await tribesOf(tx, person.address) : [];
  const joined = await joinedTribesOf(tx, session.uid);
  const chats: ((typeof own)[number] & { state: MembershipState; loss?: (typeof joined)[number]["loss"] })[] = [
    ...own.map((tribe) => ({ ...tribe, state: "chief" as const })),
    ...joined,
  ];
  const open = chats.flatMap(({ token, state }) => (hasAccess(state) ? [token.mint] : []));
  const [creators, newest, reads] = await Promise.all([
    peopleByAddresses(
      tx,
      chats.map(({ token }) => token.creatorAddress),
    ),
    newestMessages(tx, open).then((rows) => presentMessages(tx, rows, session.uid)),
    readStatesOf(tx, session.uid, open),
  ]);
  const newestOf = new Map(newest.map((message) => [message.mint, message]));
  return {
    chats: chats.map(({ token, pinned, state, loss }) => ({
      mint: token.mint,
      name: tribeName(token.name, creators.get(token.creatorAddress)),
      symbol: token.symbol,
      pfp: tribePicture(pinned, creators.get(token.creatorAddress)),
      state,
      gaveUp: Boolean(loss?.gaveUp),
      lastMessage: newestOf.get(token.mint) ?? null,
      read: reads.get(token.mint) ?? null,
    })),
  };
});
