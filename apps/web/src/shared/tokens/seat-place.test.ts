import { type Subscriber, tokenUnits, type Uid } from "@tribe/contract";
import { expect, test } from "vitest";
import { seatPlace } from "./seat-place.ts";

const uidOf = (name: string) => name as Uid; // any text: it is only compared
const member = (displayName: string, holding: bigint, state: Subscriber["state"] = "active"): Subscriber => ({
  uid: uidOf(displayName),
  address: displayName as Subscriber["address"], // as above
  displayName,
  pfp: null,
  holding: tokenUnits(holding),
  state,
});
const chief = member("Ida", 0n, "chief");
const room = [chief, member("Ada", 40n), member("Bo", 30n), member("Cy", 20n)];
const placeOf = (name: string, members: readonly Subscriber[] = room, groupSize = 12) =>
  seatPlace(members, uidOf(name), groupSize);

test("names who sits on both sides", () => {
  expect(placeOf("Bo")).toEqual({ number: 2, neighbours: ["Ada", "Cy"] });
});

test("the Chief sits between the first and the last of twelve seats", () => {
  expect(placeOf("Ada")).toEqual({ number: 1, neighbours: ["Ida", "Bo"] });
  const full = [chief, ...Array.from({ length: 12 }, (_, index) => member(`M${index + 1}`, BigInt(90 - index)))];
  expect(placeOf("M12", full)).toEqual({ number: 12, neighbours: ["M11", "Ida"] });
});

test("an empty seat is nobody's name", () => {
  expect(placeOf("Cy")).toEqual({ number: 3, neighbours: ["Bo"] });
  expect(placeOf("Ada", [chief, member("Ada", 40n)])).toEqual({ number: 1, neighbours: ["Ida"] });
  expect(placeOf("Ada", [member("Ada", 40n)])).toEqual({ number: 1, neighbours: [] });
});

test("where there are several rings, the Chief is nobody's neighbour", () => {
  expect(placeOf("Ada", room, 24)).toEqual({ number: 1, neighbours: ["Bo"] });
});

test("somebody without a seat has no place", () => {
  expect(placeOf("Ida")).toBeNull();
  expect(placeOf("Zed")).toBeNull();
});
