import { describe, expect, it } from "vitest";
import { pricePath } from "./price-path.ts";

describe("the price line", () => {
  it("needs two points", () => {
    expect(pricePath([{ time: 1, price: 1 }], 100, 50)).toBeNull();
  });

  it("runs as steps from left to right, low prices at the bottom", () => {
    const points = [
      { time: 0, price: 10 },
      { time: 50, price: 20 },
      { time: 100, price: 10 },
    ];
    expect(pricePath(points, 100, 50)).toBe("M0,50H50V0H100V50");
  });

  it("draws a price that never moved in the middle", () => {
    const points = [
      { time: 5, price: 7 },
      { time: 5, price: 7 },
    ];
    expect(pricePath(points, 100, 50)).toBe("M0,25H0V25");
  });
});
