import { expect, test } from "vitest";
import * as wallet from "./index.ts";

test("each call that takes a device's proof says that the device may be unknown, or its challenge used up", () => {
  const taking = Object.entries(wallet).filter(([, { body }]) => {
    const shape: unknown = body && "shape" in body ? body.shape : {};
    return typeof shape === "object" && shape !== null && "device" in shape;
  });
  expect(taking.length).toBeGreaterThan(10);
  expect(taking.flatMap(([name, { errors }]) => (errors.includes("device_unknown") ? [] : [name]))).toEqual([]);
});
