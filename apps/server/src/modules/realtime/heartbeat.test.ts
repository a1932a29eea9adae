import fc from "fast-check";
import { expect, test } from "vitest";
import { createHeartbeat } from "./heartbeat.ts";

const newSocket = () => {
  const socket = {
    pings: [] as number[],
    isOver: false,
    at: 0,
    ping: () => void socket.pings.push(socket.at),
    terminate: () => {
      socket.isOver = true;
    },
  };
  return socket;
};
const run = (
  sockets: readonly ReturnType<typeof newSocket>[],
  seconds: number,
  answers: boolean,
  random: () => number,
) => {
  let now = 0;
  const beat = createHeartbeat<ReturnType<typeof newSocket>>(() => now, random);
  for (const socket of sockets) beat.add(socket);
  for (; now < seconds * 1_000; now += 1_000) {
    for (const socket of sockets) socket.at = now;
    beat.tick(now);
    if (answers) for (const socket of sockets) beat.heard(socket);
  }
};

test("a thousand connections that opened at once are pinged spread over ten seconds", () => {
  const sockets = Array.from({ length: 1_000 }, newSocket);
  let drawn = 0;
  run(sockets, 31, true, () => (drawn++ % 1_000) / 1_000);
  const bySecond = new Map<number, number>();
  for (const { pings } of sockets) bySecond.set(pings[0] ?? -1, (bySecond.get(pings[0] ?? -1) ?? 0) + 1);
  expect(bySecond.has(-1)).toBe(false);
  expect(bySecond.size).toBeGreaterThanOrEqual(10);
  expect(Math.max(...bySecond.values())).toBeLessThanOrEqual(110);
});

test("a connection that answers is pinged every 20 to 30 seconds, and one that does not is closed at the second ping", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
      const [living, dead] = [newSocket(), newSocket()];
      run([living], 200, true, () => share);
      expect(living.isOver).toBe(false);
      expect(living.pings.length).toBeGreaterThanOrEqual(6);
      run([dead], 62, false, () => share);
      expect(dead).toMatchObject({ isOver: true, pings: [expect.any(Number)] });
    }),
    { seed: 17, numRuns: 30 },
  );
});
