import { ApiError, type Mint } from "@tribe/contract";
import type { LiveAction } from "@tribe/contract/live";
import type { AppContext } from "../../../context/context.ts";
import type { LiveMedia } from "../../../engines/live/port.ts";
import { personByUid } from "../../identity/index.ts";
import { membershipOf, requireAccess } from "../../membership/index.ts";
import { consumeLiveToken } from "../tokens.ts";
import type { LiveConnection, Member, OpenRooms } from "./open-rooms.ts";
import { allOff, freePlace, roomOf, streamsOf } from "./room-state.ts";

/**
 * Lets a page join a live, or rejoin over another WebSocket. Another page of the same person is removed.
 * @throws ApiError `unauthorized` for a token that is not theirs or not for this live, `live_full`, `live_ended`, `conflict`, and
 * the reason for a lack of access
 */
export const joinLive = async (
  { ctx, media, rooms }: { readonly ctx: AppContext; readonly media: LiveMedia; readonly rooms: OpenRooms },
  connection: LiveConnection,
  mint: Mint,
  peerId: string,
  { token, soundOnly = false }: Extract<LiveAction, { kind: "join" }>,
): Promise<void> => {
  const { uid, sessionId } = connection.caller;
  const admission = await consumeLiveToken(ctx.db, ctx.keys, token, ctx.now());
  if (!admission || !uid || admission.uid !== uid || admission.sessionId !== sessionId)
    throw new ApiError("unauthorized");
  const live = await rooms.liveIn(mint);
  if (admission.liveId !== live.id) throw new ApiError("unauthorized");
  const person = await personByUid(ctx.db, uid);
  await requireAccess(ctx.db, mint, person);
  const isChief = (await membershipOf(ctx.db, mint, person)) === "chief";
  if (rooms.of(mint) !== live) throw new ApiError("live_ended");
  if (!connection.isOpen) return;

  const known = live.members.get(uid);
  if (known?.peerId === peerId) {
    // The same page over another WebSocket: its media continues.
    known.connection = connection;
    rooms.hasReturned(peerId);
    media.setSoundOnly(peerId, soundOnly);
    rooms.tell(live, known, { kind: "room", room: roomOf(live) });
    for (const event of known.toldParts.values()) rooms.tell(live, known, event);
    return;
  }
  if (rooms.byPeer(peerId)) throw new ApiError("conflict");
  const others = [...live.members.values()].filter((member) => member !== known);
  const place = known?.place ?? rooms.keptPlace(live, uid, others) ?? (isChief ? freePlace(others) : null);
  const stage = others.filter((member) => member.place !== null).length + (place === null ? 0 : 1);
  if (streamsOf(stage, others.length + 1) > ctx.config.live.maxStreams) throw rooms.full(live);
  if (known) rooms.remove(live, known, "elsewhere");
  const member: Member = {
    uid,
    peerId,
    sessionId,
    isChief,
    connection,
    place,
    devices: allOff,
    handTurn: known?.handTurn ?? null,
    reactions: [],
    toldParts: new Map(),
  };
  rooms.add(live, member);
  media.join({ liveId: live.id, peerId, uid, place });
  if (soundOnly) media.setSoundOnly(peerId, true);
  rooms.changed(live);
};
