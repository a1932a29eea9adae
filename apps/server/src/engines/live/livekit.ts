import { createHmac } from "node:crypto";
import { type LiveEventCode, liveEventCodes } from "@tribe/contract/live";
import { AccessToken, RoomServiceClient, TrackSource, WebhookReceiver } from "livekit-server-sdk";
import type { Logger } from "pino";
import {
  type LiveId,
  type LiveKitSettings,
  type LiveMedia,
  type LiveMediaEvent,
  type NewPeer,
  type PeerId,
  recordText,
} from "./port.ts";

/** A token opens one connection; whoever comes with it later is not known any more, and put out. Seconds. */
const tokenSeconds = 300;
/** A room without anybody waits so long, s: the live itself ends before, and takes it along. */
const emptyRoomSeconds = 600;
/** How often a call is tried, and how long is waited after the first time; each time twice as long. */
const [maxTries, retryMs] = [6, 200];
/** Webhooks that were taken, so that one which comes twice counts once. */
const keptWebhooks = 10_000;
/** A room that nobody told of for so long tells that no webhook comes here, ms. */
const webhookMs = 30_000;

interface Peer extends NewPeer {
  place: number | null;
  streams: { readonly microphone: boolean; readonly camera: boolean; readonly screen: boolean };
  /** Their connection, as LiveKit calls it; null before it stands. */
  sid: string | null;
  /** Put out by us: what comes of them now is their end. */
  isLeaving: boolean;
  /** Calls about them go one after another. */
  calls: Promise<void>;
}
interface Channel {
  number: number;
  readonly peers: Map<PeerId, Peer>;
  /** The room is there, or won't be: whoever comes before it is refused. */
  readonly opened: Promise<unknown>;
  isClosing: boolean;
  silent: NodeJS.Timeout | undefined;
}

/**
 * LiveKit in the place of our own forwarding unit. Its rooms are lives and its participants are peers, by their ids. What a
 * participant may is set by us alone and changes while they are in; whoever comes with a token that is not meant any more is
 * put out. What happened is known by its signed webhooks, and recorded as by the unit (docs/decisions/0087).
 */
export const createLiveKitMedia = ({
  settings: { url, apiUrl, key, secret },
  recordKey,
  log,
}: {
  readonly settings: LiveKitSettings;
  readonly recordKey: string;
  readonly log: Logger;
}): LiveMedia => {
  const service = new RoomServiceClient(apiUrl, key, secret);
  const receiver = new WebhookReceiver(key, secret);
  const listeners = new Set<(event: LiveMediaEvent) => void>();
  const channels = new Map<LiveId, Channel>();
  const channelOf = new Map<PeerId, LiveId>();
  const taken = new Set<string>();
  let isStopped = false;

  const tell = (event: LiveMediaEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const record = (liveId: LiveId, code: LiveEventCode, uid: Peer["uid"] | null): void => {
    const channel = channels.get(liveId);
    if (!channel) return;
    channel.number += 1;
    const fields = { liveId, number: channel.number, code, uid, at: Date.now() };
    const mac = createHmac("sha256", recordKey).update(recordText(fields)).digest("base64url");
    tell({ kind: "record", record: { ...fields, mac } });
  };
  /** Calls until it worked. Who is not there needs no call; whoever must go must not stay for a call that failed. */
  const insist = async (what: string, call: () => Promise<unknown>): Promise<boolean> => {
    for (let attempt = 1; !isStopped; attempt += 1) {
      try {
        await call();
        return true;
      } catch (err) {
        if (isNotFound(err)) return false;
        if (attempt >= maxTries) {
          log.error({ err, what }, "LiveKit did not do what it was asked for");
          return false;
        }
        await new Promise((resolve) => setTimeout(resolve, retryMs * 2 ** (attempt - 1)));
      }
    }
    return false;
  };
  const peerOf = (peerId: PeerId): { readonly liveId: LiveId; readonly peer: Peer } | null => {
    const liveId = channelOf.get(peerId);
    const peer = liveId === undefined ? undefined : channels.get(liveId)?.peers.get(peerId);
    return liveId === undefined || !peer ? null : { liveId, peer };
  };
  const forget = (liveId: LiveId, peerId: PeerId): void => {
    channels.get(liveId)?.peers.delete(peerId);
    channelOf.delete(peerId);
  };
  const putOut = (liveId: LiveId, peerId: PeerId) => insist("put out", () => service.removeParticipant(liveId, peerId));

  const token = (liveId: LiveId, { peerId, uid, place, streams }: Peer): Promise<string> => {
    const sources = sourcesOf(place, streams);
    const pass = new AccessToken(key, secret, {
      identity: peerId,
      ttl: tokenSeconds,
      attributes: { uid, place: String(place ?? "") },
    });
    pass.addGrant({
      room: liveId,
      roomJoin: true,
      canSubscribe: true,
      canPublish: sources.length > 0,
      canPublishData: false,
      canUpdateOwnMetadata: false,
      ...(sources.length > 0 ? { canPublishSources: sources } : {}),
    });
    return pass.toJwt();
  };
  /** Tells LiveKit what a peer may now. Streams that they may not send any more it takes down by itself. */
  const update = (liveId: LiveId, peer: Peer): void => {
    peer.calls = peer.calls.then(async () => {
      if (peer.isLeaving) return;
      const sources = sourcesOf(peer.place, peer.streams);
      await insist("change what somebody may", () =>
        service.updateParticipant(liveId, peer.peerId, {
          permission: {
            canSubscribe: true,
            canPublish: sources.length > 0,
            canPublishData: false,
            canPublishSources: sources,
          },
          attributes: { uid: peer.uid, place: String(peer.place ?? "") },
        }),
      );
    });
  };

  const joined = (liveId: LiveId, identity: PeerId, sid: string): void => {
    const peer = channels.get(liveId)?.peers.get(identity);
    // With a token of somebody who has left or was put out meanwhile.
    if (!peer || peer.isLeaving) return void putOut(liveId, identity);
    const isNew = peer.sid === null;
    peer.sid = sid;
    // What changed since the token was given.
    update(liveId, peer);
    const { broadcasterJoin, audienceJoin } = liveEventCodes;
    if (isNew) record(liveId, peer.place === null ? audienceJoin : broadcasterJoin, peer.uid);
  };
  const left = (liveId: LiveId, identity: PeerId, sid: string): void => {
    const peer = channels.get(liveId)?.peers.get(identity);
    // Of a connection that another one of theirs has replaced.
    if (peer?.sid !== sid) return;
    forget(liveId, identity);
    const { broadcasterLeave, audienceLeave } = liveEventCodes;
    record(liveId, peer.place === null ? audienceLeave : broadcasterLeave, peer.uid);
    if (!peer.isLeaving) tell({ kind: "lost", peerId: identity });
  };
  const finished = (liveId: LiveId): void => {
    const channel = channels.get(liveId);
    if (!channel) return;
    for (const peer of [...channel.peers.values()]) {
      if (peer.sid !== null) left(liveId, peer.peerId, peer.sid);
      else forget(liveId, peer.peerId);
    }
    // One that LiveKit ended by itself is not over for us: its people come back, and with them the room.
    if (!channel.isClosing) return;
    record(liveId, liveEventCodes.channelDestroy, null);
    clearTimeout(channel.silent);
    channels.delete(liveId);
  };

  return {
    open: (liveId, after) => {
      if (channels.has(liveId)) return;
      const silent = setTimeout(
        () => log.error({ liveId }, "LiveKit sends no webhooks here: without them nobody knows who is in a live"),
        webhookMs,
      );
      silent.unref();
      const opened = insist("open a room", () => service.createRoom({ name: liveId, emptyTimeout: emptyRoomSeconds }));
      channels.set(liveId, { number: after, peers: new Map(), opened, isClosing: false, silent });
      if (after === 0) record(liveId, liveEventCodes.channelCreate, null);
    },
    close: (liveId) => {
      const channel = channels.get(liveId);
      if (!channel) return;
      channel.isClosing = true;
      for (const peer of channel.peers.values()) peer.isLeaving = true;
      // The room may be gone already, or never have been: then no webhook tells its end.
      void insist("end a room", () => service.deleteRoom(liveId)).then((wasThere) => wasThere || finished(liveId));
    },
    join: (joining) => {
      const channel = channels.get(joining.liveId);
      if (!channel || channel.isClosing) return tell({ kind: "lost", peerId: joining.peerId });
      const peer: Peer = {
        ...joining,
        streams: { microphone: false, camera: false, screen: false },
        sid: null,
        isLeaving: false,
        calls: Promise.resolve(),
      };
      channel.peers.set(peer.peerId, peer);
      channelOf.set(peer.peerId, joining.liveId);
      channel.opened
        .then(() => token(joining.liveId, peer))
        .then(
          (pass) => peer.isLeaving || tell({ kind: "connect", peerId: peer.peerId, url, token: pass }),
          (err: unknown) => {
            log.error({ err }, "a token for LiveKit could not be made");
            tell({ kind: "lost", peerId: peer.peerId });
          },
        );
    },
    leave: (peerId) => {
      const known = peerOf(peerId);
      if (!known) return;
      known.peer.isLeaving = true;
      // Whoever never came has nothing that could end; with their token they are put out when they come.
      if (known.peer.sid === null) forget(known.liveId, peerId);
      void putOut(known.liveId, peerId);
    },
    answer: () => undefined, // LiveKit's client has a way of its own
    setPlace: (peerId, place) => {
      const known = peerOf(peerId);
      if (!known || known.peer.place === place) return;
      const { peer, liveId } = known;
      const hasChanged = (peer.place === null) !== (place === null);
      peer.place = place;
      if (place === null) peer.streams = { microphone: false, camera: false, screen: false };
      update(liveId, peer);
      const { becameAudience, becameBroadcaster } = liveEventCodes;
      if (hasChanged && peer.sid !== null)
        record(liveId, place === null ? becameAudience : becameBroadcaster, peer.uid);
    },
    allow: (peerId, streams) => {
      const known = peerOf(peerId);
      if (!known) return;
      known.peer.streams = streams;
      update(known.liveId, known.peer);
    },
    setLarge: () => undefined, // the page's own client asks LiveKit for it
    setSoundOnly: () => undefined, // and for that
    takeWebhook: async (body, authorization) => {
      let event: Awaited<ReturnType<WebhookReceiver["receive"]>>;
      try {
        event = await receiver.receive(body, authorization);
      } catch {
        return false;
      }
      const liveId = event.room?.name ?? "";
      const channel = channels.get(liveId);
      if (!channel || taken.has(event.id)) return true;
      taken.add(event.id);
      for (const [oldest] of taken.entries()) {
        if (taken.size <= keptWebhooks) break;
        taken.delete(oldest);
      }
      clearTimeout(channel.silent);
      const { identity, sid } = event.participant ?? {};
      if (event.event === "participant_joined" && identity && sid) joined(liveId, identity, sid);
      else if (event.event === "participant_left" && identity && sid) left(liveId, identity, sid);
      else if (event.event === "participant_connection_aborted" && identity && sid) left(liveId, identity, sid);
      else if (event.event === "room_finished") finished(liveId);
      return true;
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    // It has metrics of its own.
    figures: () => null,
    stop: async () => {
      isStopped = true;
      for (const { silent } of channels.values()) clearTimeout(silent);
    },
  };
};

const sourcesOf = (place: number | null, { microphone, camera, screen }: Peer["streams"]): TrackSource[] =>
  place === null
    ? []
    : [
        ...(microphone ? [TrackSource.MICROPHONE] : []),
        ...(camera ? [TrackSource.CAMERA] : []),
        ...(screen ? [TrackSource.SCREEN_SHARE] : []),
      ];

const isNotFound = (error: unknown): boolean => error instanceof Error && "status" in error && error.status === 404;
