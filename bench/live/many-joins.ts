import { openMediaRoom, processorTime, weightOf } from "../../apps/server/src/engines/live/testing/media-room.ts";

/** The results of many joins of one live. */
export interface ManyJoins {
  /** From the join to the first video packet, ms each; a minute for a viewer who got none. */
  readonly times: readonly number[];
  /** Joins without video within a minute, or whose viewer was disconnected. */
  readonly lost: number;
  /** Processor time of the forwarding unit per join, ms. */
  readonly processor: number;
  /** The unit's memory growth from the first tenth of the joins to the last, MiB. */
  readonly memory: number;
}

const lateMs = 60_000;
const loopback = { bindAddress: "127.0.0.1", publicAddress: null, ports: null } as const;

/** Viewers join one live, receive video and leave again: `count` of them, `atOnce` in parallel. */
export const measureManyJoins = async ({
  count,
  atOnce,
}: {
  readonly count: number;
  readonly atOnce: number;
}): Promise<ManyJoins> => {
  const room = openMediaRoom(loopback);
  try {
    const speaker = await room.join("speaker", 0);
    room.media.allow("speaker", { microphone: true, camera: true, screen: false });
    speaker.send(100_000);
    const times: number[] = [];
    let [next, late] = [0, 0];
    const noteLate = (): void => {
      late += 1;
      times.push(lateMs);
    };
    const comeAndGo = async (end: number): Promise<void> => {
      while (next < end) {
        const name = `viewer ${next}`;
        next += 1;
        const began = performance.now();
        try {
          const viewer = await room.join(name, null);
          const hasPicture = await inTime(viewer.firstPicture.then(() => true));
          if (hasPicture) times.push(performance.now() - began);
          else noteLate();
        } catch {
          noteLate();
        }
        room.leave(name);
      }
    };
    const all = (end: number) => Promise.all(Array.from({ length: atOnce }, () => comeAndGo(end)));
    const pid = room.pid();
    await all(Math.ceil(count / 10));
    const [before, busy, from] = [weightOf(pid).memory, processorTime(pid), next];
    await all(count);
    return {
      times,
      // One join may count as both late and lost.
      lost: Math.max(late, room.lost.size),
      processor: ((processorTime(pid) - busy) * 1_000) / Math.max(1, next - from),
      memory: (weightOf(pid).memory - before) / 2 ** 20,
    };
  } finally {
    await room.stop();
  }
};

const inTime = async (work: Promise<true>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), lateMs);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
};
