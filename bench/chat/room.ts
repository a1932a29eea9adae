import type { Row } from "../suite.ts";
import type { Membership } from "./beside/clients.ts";
import type { Times } from "./beside/messages.ts";
import { computedBy, startLoad, startPeer } from "./beside/processes.ts";
import { type Scene, seedTribes, type Talker } from "./scene.ts";

/** The largest number of seats of a chat. */
const crowd = 99;
/** A lively room: each person sends a message every ten seconds. */
const lively = { perSecond: 10, seconds: 20 } as const;
/** The load at which processor time is measured: about as many deliveries as one processor can make. */
const loud = { perSecond: 400, seconds: 8 } as const;

/** One server's measurements. */
interface Figures {
  readonly delays: Times;
  readonly lost: number;
  /** Deliveries per second of the server's processor time. */
  readonly deliveriesPerCore: number;
}

/**
 * A room of 99, who all receive every message: on one node, over two, and compared with bare `ws` and socket.io, which only
 * broadcast. All clients are in a process of their own.
 */
export const roomRows = async (scene: Scene, people: readonly Talker[]): Promise<Row[]> => {
  const room = people.slice(0, crowd);
  const [mint = null] = await seedTribes(scene.pool, 1, room);
  const members = room.map(({ credentials }): Membership => ({ credentials, mint, afterSeq: 0 }));
  const head = async () =>
    Number(
      (await scene.pool.query<{ head: string }>("select head_seq as head from channels where mint = $1", [mint]))
        .rows[0]?.head,
    );
  const measure = async (
    who: "tribe" | "ws" | "socket.io",
    origins: readonly string[],
    pid: number,
  ): Promise<Figures> => {
    const load = startLoad();
    try {
      const afterSeq = await head();
      const present = members.map((member) => ({ ...member, afterSeq }));
      const { failed } = await load.ask({ kind: "open", protocol: who, origins, count: crowd, people: present });
      if (failed > 0) throw new Error(`${failed} clients could not be opened`);
      await load.ask({ kind: "talk", perSecond: 20, seconds: 2 });
      const quiet = await load.ask({ kind: "talk", ...lively });
      const before = computedBy(pid);
      const busy = await load.ask({ kind: "talk", ...loud });
      const seconds = computedBy(pid) - before;
      const lost = quiet.expected - quiet.delivered + busy.expected - busy.delivered;
      return { delays: quiet.times, lost, deliveriesPerCore: busy.delivered / seconds };
    } finally {
      load.stop();
    }
  };
  const beside = async (who: "ws" | "socket.io"): Promise<Figures> => {
    const peer = await startPeer(who);
    try {
      return await measure(who, [peer.origin], peer.pid);
    } finally {
      peer.stop();
    }
  };
  const bare = await beside("ws");
  const socketIo = await beside("socket.io");
  const one = await measure("tribe", [scene.appUrl], scene.serverPid);
  const second = await scene.startNode();
  const two = await measure("tribe", [scene.appUrl, second.appUrl], scene.serverPid);
  await second.stop();
  const delay = (name: string, value: number, bar: number | null): Row => ({
    name: `room_of_99.${name}`,
    value: tenths(value),
    unit: "ms",
    bar,
    better: "lower",
    ...(bar === null ? {} : { versus: { who: "ws", value: tenths(bare.delays.p99) } }),
  });
  const perCore = (name: string, value: number): Row => ({
    name: `room_of_99.${name}deliveries_per_core_second`,
    value: Math.round(value),
    unit: "/s",
    bar: null,
    better: "higher",
  });
  return [
    delay("send_to_receive.p50", one.delays.p50, null),
    delay("send_to_receive.p99", one.delays.p99, 50),
    delay("two_nodes.send_to_receive.p99", two.delays.p99, 100),
    delay("ws.send_to_receive.p99", bare.delays.p99, null),
    delay("socket_io.send_to_receive.p99", socketIo.delays.p99, null),
    {
      name: "room_of_99.not_delivered",
      value: one.lost + two.lost,
      unit: "deliveries",
      bar: 0,
      better: "lower",
    },
    perCore("", one.deliveriesPerCore),
    perCore("ws.", bare.deliveriesPerCore),
    perCore("socket_io.", socketIo.deliveriesPerCore),
    {
      name: "room_of_99.deliveries_beside_ws",
      value: Math.round((one.deliveriesPerCore / bare.deliveriesPerCore) * 100) / 100,
      unit: "×",
      bar: 0.8,
      better: "higher",
    },
  ];
};

const tenths = (value: number): number => Math.round(value * 10) / 10;
