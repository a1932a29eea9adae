import { ApiError, routes } from "@tribe/contract";
import { rankMembers } from "@tribe/domain/membership";
import { query } from "../../../http/implement.ts";
import { nameAndPictureAt, nameAndPictureOf, peopleByUids, personByAddress } from "../../identity/index.ts";
import { findToken, holdingOf } from "../../indexer/index.ts";
import { seatedMembers } from "../../membership/index.ts";

/** Who has a seat in a Tribe, the Chief first. */
export const subscribers = query(routes.chat.subscribers, async ({ tx, query }) => {
  const token = await findToken(tx, query.mint);
  if (!token) throw new ApiError("not_found");
  const members = rankMembers(await seatedMembers(tx, query.mint));
  const chief = await personByAddress(tx, token.creatorAddress);
  const persons = await peopleByUids(
    tx,
    members.map((member) => member.id),
  );
  const seated = members.map((member) => ({
    address: member.address,
    uid: member.id,
    ...nameAndPictureAt(member.address, persons.get(member.id)),
    holding: member.holding,
    state: "active" as const,
  }));
  if (!chief) return { subscribers: seated };
  const address = token.creatorAddress;
  const holding = await holdingOf(tx, query.mint, address);
  const first = { address, uid: chief.uid, ...nameAndPictureOf(chief), holding, state: "chief" as const };
  return { subscribers: [first, ...seated] };
});
