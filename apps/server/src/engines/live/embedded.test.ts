import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { type MediaRoom, openMediaRoom, uidOf } from "./testing/media-room.ts";

// How the server monitors the forwarding unit's process. The test controls the time.

const network = { bindAddress: "127.0.0.1", publicAddress: null, ports: null } as const;
const holdTime = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
let room: MediaRoom;
afterEach(async () => {
  vi.useRealTimers();
  await room.stop();
});
/** Waits for the unit's next report. */
const word = async () => {
  const before = room.media.figures();
  await expect.poll(() => room.media.figures() !== before).toBe(true);
};

test("a unit that starts slowly is not killed", async () => {
  holdTime();
  room = openMediaRoom(network);
  vi.advanceTimersByTime(40_000);
  vi.useRealTimers();
  await room.join("chief", 0);
  expect(room.downs()).toBe(0);
});

test("a unit that stops reporting is killed, and the next live starts another one", async () => {
  room = openMediaRoom(network);
  holdTime();
  await word();
  process.kill(room.pid(), "SIGSTOP");
  await expect
    .poll(() => {
      vi.advanceTimersByTime(5_000);
      return room.downs();
    })
    .toBe(1);
  vi.useRealTimers();
  room.media.open(room.liveId, 0);
  await room.join("chief", 0);
});

/** Bytes that a process has written so far. */
const writtenBy = (pid: number): number => Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))?.[1]);

test("a server that was blocked reads the unit's reports of that time before it would kill it", async () => {
  room = openMediaRoom(network);
  holdTime();
  await word();
  for (let round = 0; round < 5; round += 1) {
    const pid = room.pid();
    const before = writtenBy(pid);
    // The unit answers at once that it knows no such live, with the whole name: more bytes than its other writes, since its
    // threads also wake each other by writing.
    const peerId = `${round}`.padEnd(20_000, "x");
    room.media.join({ liveId: crypto.randomUUID(), peerId, uid: uidOf("chief"), place: null });
    // This process is blocked until the unit has written it.
    for (const end = Date.now() + 60_000; writtenBy(pid) < before + peerId.length && Date.now() < end; );
    vi.advanceTimersByTime(15_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(room.lost).toContain(peerId);
  }
  vi.useRealTimers();
  await room.join("chief", 0);
  expect(room.downs()).toBe(0);
});
