import { createHmac } from "node:crypto";
import { type LiveEventCode, liveEventCodes } from "@tribe/contract/live";
import { type LiveId, type LiveMediaFigures, type PeerId, recordText } from "../port.ts";
import type { FromSfu, SfuNetwork, ToSfu } from "./messages.ts";
import type { Peer } from "./peer.ts";
import { startProbe } from "./probe.ts";
import { Room } from "./room.ts";

// The forwarding unit as a process of its own: a crash by a packet or in the native library affects only the lives, which
// reconnect by themselves.

/** Interval for streams without incoming packets. */
const tickMs = 100;
const reportMs = 1_000;
/** Memory per person, bytes: 512 kept packets of three videos, and two connections. */
const memoryPerPeer = 5e6;

const rooms = new Map<LiveId, Room>();
const roomOf = new Map<PeerId, Room>();
let network: SfuNetwork = { bindAddress: null, publicAddress: null, ports: null };
let recordKey = "";
let memory = Number.POSITIVE_INFINITY;
let mostPeers = 0;

const tell = (event: FromSfu): void => {
  // The parent may be gone at this very moment: `disconnect` reports it.
  process.send?.(event, undefined, undefined, () => undefined);
};

/** Records the events of one channel in order. */
const recorder = (liveId: LiveId, after: number) => {
  let number = after;
  return (code: LiveEventCode, uid: Peer["uid"] | null): void => {
    number += 1;
    const record = { liveId, number, code, uid, at: Date.now() };
    const mac = createHmac("sha256", recordKey).update(recordText(record)).digest("base64url");
    tell({ kind: "record", record: { ...record, mac } });
  };
};

const open = (liveId: LiveId, after: number): void => {
  if (rooms.has(liveId)) return;
  const record = recorder(liveId, after);
  rooms.set(liveId, new Room(network, tell, record));
  if (after === 0) record(liveEventCodes.channelCreate, null);
  closers.set(liveId, () => record(liveEventCodes.channelDestroy, null));
};
const closers = new Map<LiveId, () => void>();

const take = (message: ToSfu): void => {
  switch (message.kind) {
    case "start":
      network = message.network;
      recordKey = message.recordKey;
      memory = message.memory;
      return;
    case "open":
      open(message.liveId, message.after);
      return;
    case "close": {
      const room = rooms.get(message.liveId);
      if (!room) return;
      rooms.delete(message.liveId);
      room.close();
      closers.get(message.liveId)?.();
      closers.delete(message.liveId);
      return;
    }
    case "join": {
      const room = rooms.get(message.peer.liveId);
      if (room) {
        roomOf.set(message.peer.peerId, room);
        room.join(message.peer);
      } else tell({ kind: "lost", peerId: message.peer.peerId, hasFlooded: false });
      return;
    }
    case "leave":
      roomOf.get(message.peerId)?.leave(message.peerId);
      roomOf.delete(message.peerId);
      return;
    case "answer": {
      const { peerId, part, sdp } = message;
      const peer = roomOf.get(peerId)?.peers.get(peerId);
      if (!peer) return;
      peer.answer(part, sdp);
      tell({ kind: "answered", peerId, part });
      return;
    }
    case "place":
      roomOf.get(message.peerId)?.setPlace(message.peerId, message.place);
      return;
    case "allow":
      roomOf.get(message.peerId)?.allow(message.peerId, message.streams);
      return;
    case "large": {
      const room = roomOf.get(message.peerId);
      const peer = room?.peers.get(message.peerId);
      if (!room || !peer) return;
      peer.large = message.place;
      room.connect();
      return;
    }
    case "soundOnly": {
      const room = roomOf.get(message.peerId);
      const peer = room?.peers.get(message.peerId);
      if (!room || !peer) return;
      peer.wantsSoundOnly = message.isOn;
      room.connect();
      return;
    }
  }
};

const figures = (): LiveMediaFigures => {
  const peers = [...rooms.values()].flatMap((room) => [...room.peers.values()]);
  const sum = (of: (peer: Peer) => number): number => peers.reduce((total, peer) => total + of(peer), 0);
  return {
    peers: peers.length,
    streams: sum((peer) => [...peer.outgoing.values()].filter(({ current }) => current !== null).length),
    packetsIn: sum((peer) => Object.values(peer.sent ?? {}).reduce((total, { packets }) => total + packets, 0)),
    packetsOut: sum((peer) => peer.packetsOut),
    bytesOut: sum((peer) => peer.bytesOut),
    keyframesAsked: sum((peer) => peer.keyframesAsked),
    memory: process.memoryUsage.rss(),
  };
};

process.on("message", (message: ToSfu) => {
  try {
    take(message);
  } catch (error) {
    process.stderr.write(`${message.kind}: ${error instanceof Error ? error.message : "failed"}\n`);
    // An invalid answer: its page gets no media, and joins again.
    if (message.kind !== "answer" && message.kind !== "join") return;
    const peerId = message.kind === "answer" ? message.peerId : message.peer.peerId;
    roomOf.get(peerId)?.leave(peerId);
    roomOf.delete(peerId);
    tell({ kind: "lost", peerId, hasFlooded: false });
  }
});
// A graceful exit would wait for the library's threads, and one of them may never end.
const end = (): boolean => process.kill(process.pid, "SIGKILL");
// The parent is gone: now, or before this listener existed.
process.on("disconnect", end);
if (!process.connected) end();

startProbe(
  () => roomOf.size > 0,
  () => {
    process.stderr.write("the media library does nothing any more\n");
    end();
  },
);
setInterval(() => {
  const now = performance.now();
  for (const room of rooms.values()) for (const peer of room.peers.values()) peer.tick(now);
}, tickMs);
setInterval(() => {
  const now = performance.now();
  for (const room of rooms.values()) {
    for (const peer of room.peers.values()) peer.report(now);
    room.connect();
  }
  const present = figures();
  tell({ kind: "figures", figures: present });
  // An ended connection frees its memory only when it is garbage-collected (docs/decisions/0121): hence the highest count.
  mostPeers = Math.max(mostPeers, present.peers);
  if (present.memory <= memory + mostPeers * memoryPerPeer) return;
  process.stderr.write(`${present.memory} bytes are more than ${mostPeers} people can need\n`);
  end();
}, reportMs);
