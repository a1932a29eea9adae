import { ApiError } from "@tribe/contract";
import { type LiveAction, type LiveCommand, liveLimits } from "@tribe/contract/live";
import type { AppContext } from "../../../context/context.ts";
import type { LiveMedia } from "../../../engines/live/port.ts";
import type { Live, Member, OpenRooms } from "./open-rooms.ts";
import { allOff, freePlace, mayCommand, nextHandTurn, streamsOf } from "./room-state.ts";

type ActionOf<Kind extends LiveAction["kind"]> = Extract<LiveAction, { kind: Kind }>;

/**
 * Carries out a command of somebody in a live.
 * @throws ApiError `forbidden`, `not_found` for the person it is about, `conflict` for a second screen, `live_full`
 */
export const createLiveActions = (
  ctx: AppContext,
  media: LiveMedia,
  rooms: OpenRooms,
): ((live: Live, member: Member, action: Exclude<LiveAction, { kind: "join" }>) => void | Promise<void>) => {
  const setPlace = (live: Live, member: Member, place: number | null): void => {
    if (member.place === place) return;
    member.place = place;
    if (place === null) member.toldParts.delete("send");
    member.handTurn = null;
    member.devices = allOff;
    media.setPlace(member.peerId, place);
    media.allow(member.peerId, member.devices);
    rooms.changed(live);
  };

  const stage = (live: Live, by: Member, { uid, isOn }: ActionOf<"stage">): void => {
    const target = live.members.get(uid);
    if (!target) throw new ApiError("not_found");
    // Everybody on the stage may leave it; all other commands are the Chief's, who always stays on it.
    const isOwnStep = target === by && !isOn;
    if ((!by.isChief && !isOwnStep) || (target.isChief && !isOn)) throw new ApiError("forbidden");
    if (!isOn) setPlace(live, target, null);
    if (!isOn || target.place !== null) return;
    const place = freePlace(live.members.values());
    const onStage = [...live.members.values()].filter((member) => member.place !== null).length;
    if (place === null || streamsOf(onStage + 1, live.members.size) > ctx.config.live.maxStreams)
      throw rooms.full(live);
    setPlace(live, target, place);
  };

  const setDevices = (live: Live, member: Member, devices: Member["devices"]): void => {
    member.devices = devices;
    media.allow(member.peerId, devices);
    rooms.changed(live);
  };

  const command = async (live: Live, by: Member, said: LiveCommand): Promise<void> => {
    if (!mayCommand(by, said)) throw new ApiError("forbidden");
    switch (said.kind) {
      case "raw":
        return rooms.tellAll(live, { kind: "command", from: by.uid, command: said }, by.uid);
      case "reaction": {
        const now = ctx.now();
        const recent = by.reactions.filter((at) => now - at < 1_000);
        if (recent.length >= liveLimits.reactionsPerSecond) return;
        by.reactions = [...recent, now];
        return rooms.tellAll(live, { kind: "command", from: by.uid, command: said }, by.uid);
      }
      case "switchOffMic":
      case "switchOffCamera": {
        const target = live.members.get(said.uid);
        if (!target || target.place === null) throw new ApiError("not_found");
        const off = said.kind === "switchOffMic" ? { microphone: false } : { camera: false };
        setDevices(live, target, { ...target.devices, ...off });
        return rooms.tell(live, target, { kind: "command", from: by.uid, command: said });
      }
      case "liveEnded":
        return rooms.end(live);
    }
  };

  return (live, member, action) => {
    const { peerId } = member;
    switch (action.kind) {
      case "answer":
        return media.answer(peerId, action.part, action.sdp);
      case "leave":
        return rooms.remove(live, member, "left");
      case "devices": {
        if (member.place === null) throw new ApiError("forbidden");
        const { microphone, camera, screen } = action;
        const isTaken = screen && [...live.members.values()].some((other) => other !== member && other.devices.screen);
        if (isTaken) throw new ApiError("conflict");
        return setDevices(live, member, { microphone, camera, screen });
      }
      case "hand":
        if (member.place !== null) return;
        member.handTurn = action.isUp ? (member.handTurn ?? nextHandTurn(live.members.values())) : null;
        return rooms.changed(live);
      case "stage":
        return stage(live, member, action);
      case "large":
        return media.setLarge(peerId, action.uid === null ? null : (live.members.get(action.uid)?.place ?? null));
      case "soundOnly":
        return media.setSoundOnly(peerId, action.isOn);
      case "command":
        return command(live, member, action.command);
    }
  };
};
