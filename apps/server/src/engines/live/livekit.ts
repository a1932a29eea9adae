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

/** A token opens one connection; a later one with it is unknown and removed. Seconds. */
const tokenSeconds = 300;
/** LiveKit keeps an empty room for this long, s: the live itself ends earlier, and deletes the room. */
const emptyRoomSeconds = 600;
/** Attempts per call, and the pause after the first, ms; each further pause is twice as long. */
const [maxTries, retryMs] = [6, 200];
/** Ids of processed webhooks, so that a repeated one counts once. */
const keptWebhooks = 10_000;
/** A room without any webhook for this long shows that no webhooks arrive here, ms. */
const webhookMs = 30_000;

interface Peer extends NewPeer {
  place: number | null;
  streams: { readonly microphone: boolean; readonly camera: boolean; readonly screen: boolean };
  /** LiveKit's id of their connection; null before it is established. */
  sid: string | null;
  /** We have removed them: any later event about them is their end. */
  isLeaving: boolean;
  /** Calls about them run one after another. */
  calls: Promise<void>;
}
interface Channel {
  number: number;
  readonly peers: Map<PeerId, Peer>;
  /** Settles when the room was created or that failed: who joins before is refused. */
  readonly opened: Promise<unknown>;
  isClosing: boolean;
  silent: NodeJS.Timeout | undefined;
}

/**
 * LiveKit instead of our own forwarding unit. Its rooms are lives and its participants are peers, with the same ids. Only we
 * set a participant's permissions, which change during a live; a participant with an outdated token is removed. Events come
 * by LiveKit's signed webhooks, and are recorded as by the unit (docs/decisions/0087).
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
  /** Retries a call until it works. An unknown participant needs no call; a failed call must not let a removed one stay. */
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
  /** Sends a peer's current permissions to LiveKit, which stops streams that are no longer allowed by itself. */
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
    // Joined with the token of a peer that has left or was removed meanwhile.
    if (!peer || peer.isLeaving) return void putOut(liveId, identity);
    const isNew = peer.sid === null;
    peer.sid = sid;
    // Permissions may have changed since the token was issued.
    update(liveId, peer);
    const { broadcasterJoin, audienceJoin } = liveEventCodes;
    if (isNew) record(liveId, peer.place === null ? audienceJoin : broadcasterJoin, peer.uid);
  };
  const left = (liveId: LiveId, identity: PeerId, sid: string): void => {
    const peer = channels.get(liveId)?.peers.get(identity);
    // The end of a connection that a newer one of the same peer has replaced.
    if (peer?.sid !== sid) return;
    forget(liveId, identity);
    const { broadcasterLeave, audienceLeave } = liveEventCodes;
    record(liveId, peer.place === null ? audienceLeave : broadcasterLeave, peer.uid);
    if (!peer.isLeaving) tell({ kind: "lost", peerId: identity, hasFlooded: false });
  };
  const finished = (liveId: LiveId): void => {
    const channel = channels.get(liveId);
    if (!channel) return;
    for (const peer of [...channel.peers.values()]) {
      if (peer.sid !== null) left(liveId, peer.peerId, peer.sid);
      else forget(liveId, peer.peerId);
    }
    // If LiveKit ended the room by itself, the live goes on: its people reconnect, which creates the room again.
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
      // The room may be gone already, or was never created: then no webhook reports its end.
      void insist("end a room", () => service.deleteRoom(liveId)).then((wasThere) => wasThere || finished(liveId));
    },
    join: (joining) => {
      const channel = channels.get(joining.liveId);
      if (!channel || channel.isClosing) return tell({ kind: "lost", peerId: joining.peerId, hasFlooded: false });
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
            tell({ kind: "lost", peerId: peer.peerId, hasFlooded: false });
          },
        );
    },
    leave: (peerId) => {
      const known = peerOf(peerId);
      if (!known) return;
      known.peer.isLeaving = true;
      // A peer that never connected has no connection to end; if it comes with its token, it is removed then.
      if (known.peer.sid === null) forget(known.liveId, peerId);
      void putOut(known.liveId, peerId);
    },
    answer: () => undefined, // LiveKit's client negotiates by itself
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
    setLarge: () => undefined, // the page's LiveKit client requests it
    setSoundOnly: () => undefined, // likewise
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
    // LiveKit has metrics of its own.
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
