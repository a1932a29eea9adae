import type { GroupSize } from "@tribe/contract";
import { expect, it } from "vitest";
import { welcomeTribe, welcomeWords } from "./welcome-tribe.ts";

const tribe = (name: string, memberCount: number, isTalking: boolean | undefined, groupSize: GroupSize = 12) => ({
  ...{ name, memberCount, groupSize },
  ...(isTalking === undefined ? {} : { isTalking }),
});

it("shows the fullest Tribe in which people talk", () => {
  const listed = [
    tribe("Lena Builds", 3, true),
    tribe("Silent", 12, false),
    tribe("Studio Mara", 11, true),
    tribe("Later", 11, true),
    tribe("Large", 99, true, 99),
  ];
  expect(welcomeTribe(listed)?.name).toBe("Studio Mara");
});

it("shows the fullest when nobody talks, or the server doesn't say", () => {
  expect(welcomeTribe([tribe("Lena Builds", 3, undefined), tribe("Silent", 12, undefined)])?.name).toBe("Silent");
  expect(welcomeTribe([tribe("Large", 99, true, 99)])).toBeNull();
});

it("says how full it is and whether people talk", () => {
  expect(welcomeWords(tribe("Studio Mara", 12, true))).toBe("12 of 12, talking now");
  expect(welcomeWords(tribe("Silent", 13, false))).toBe("12 of 12 seats taken");
});
