import { ApiError, newcomerLimits } from "@tribe/contract";
import { expect, test } from "vitest";
import { addWrite, type Contents, type MemberWrites, newcomerLeft, noWrites, slowModeWait } from "./write-limits.ts";

const now = 1_800_000_000_000;
const open = { slowMode: 0, onlyChiefWrites: false } as const;
const plain: Contents = { hasLink: false, files: 0 };
const old = { joinedAt: now - newcomerLimits.seconds * 1_000, writes: noWrites };
const fresh = (writes: MemberWrites = noWrites) => ({ joinedAt: now - 1_000, writes });
const codeOf = (answer: MemberWrites | ApiError) => (answer instanceof ApiError ? answer.code : "sent");

test("a member may write freely without rules", () => {
  expect(addWrite(open, old, { hasLink: true, files: 10 }, now)).toEqual({ lastSentAt: now, links: 0, files: 0 });
});

test("no member may write where only the Chief may", () => {
  expect(codeOf(addWrite({ ...open, onlyChiefWrites: true }, old, plain, now))).toBe("only_chief_writes");
});

test("slow mode returns the exact wait", () => {
  const rules = { ...open, slowMode: 30 } as const;
  const writes = { ...noWrites, lastSentAt: now - 10_500 };
  expect(addWrite(rules, { ...old, writes }, plain, now)).toMatchObject({ code: "slow_mode", retryAfterSeconds: 20 });
  expect(slowModeWait(30, writes, now + 19_499)).toBe(1);
  expect(codeOf(addWrite(rules, { ...old, writes }, plain, now + 19_500))).toBe("sent");
});

test("in their first hour a member may send only a few links and files, but any text", () => {
  let writes = noWrites;
  for (let sent = 0; sent < newcomerLimits.links; sent += 1) {
    const next = addWrite(open, fresh(writes), { hasLink: true, files: 0 }, now);
    if (next instanceof ApiError) throw next;
    writes = next;
  }
  const refused = addWrite(open, fresh(writes), { hasLink: true, files: 0 }, now);
  expect(refused).toMatchObject({ code: "newcomer_limited", retryAfterSeconds: newcomerLimits.seconds - 1 });
  expect(codeOf(addWrite(open, fresh(writes), plain, now))).toBe("sent");
  expect(codeOf(addWrite(open, fresh(), { hasLink: false, files: newcomerLimits.attachments + 1 }, now))).toBe(
    "newcomer_limited",
  );
  expect(codeOf(addWrite(open, { ...old, writes }, { hasLink: true, files: 9 }, now))).toBe("sent");
});

test("a newcomer is told what is left until the hour is over; nobody else is", () => {
  const joinedAt = now - 1_000;
  const until = joinedAt + newcomerLimits.seconds * 1_000;
  expect(newcomerLeft(joinedAt, noWrites, now)).toEqual({ until, filesLeft: 5, linksLeft: 2 });
  const some = { lastSentAt: now, links: 1, files: 3 };
  expect(newcomerLeft(joinedAt, some, now)).toEqual({ until, filesLeft: 2, linksLeft: 1 });
  expect(newcomerLeft(joinedAt, { ...some, links: 9, files: 9 }, now)).toEqual({ until, filesLeft: 0, linksLeft: 0 });
  expect(newcomerLeft(joinedAt, some, until - 1)).not.toBeNull();
  expect(newcomerLeft(joinedAt, some, until)).toBeNull();
  expect(newcomerLeft(null, noWrites, now)).toBeNull();
});
