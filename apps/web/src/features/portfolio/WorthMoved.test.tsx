import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { WorthMoved } from "./WorthMoved.tsx";

const read = (now: bigint, dayAgo: bigint | null) =>
  renderToString(<WorthMoved now={now} dayAgo={dayAgo} />)
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, "");

it("shows the day's change of the total value in percent and as an amount", () => {
  expect(read(1_100_000_000n, 1_000_000_000n)).toBe("up 10% +0.1 SOL in 24 hours");
  expect(read(900_000_000n, 1_000_000_000n)).toBe("down 10% −0.1 SOL in 24 hours");
});

it("leaves out a percentage that would be shown as 0%", () => {
  expect(read(9_001_370_000n, 9_000_000_000n)).toBe("up +0.00137 SOL in 24 hours");
  expect(read(8_998_630_000n, 9_000_000_000n)).toBe("down −0.00137 SOL in 24 hours");
});

it("leaves out the percentage of a value of 0", () => {
  expect(read(1_370_000n, 0n)).toBe("up +0.00137 SOL in 24 hours");
});

it("shows nothing if the value has not changed, or had no price a day ago", () => {
  expect(read(5n, 5n)).toBe("");
  expect(read(5n, null)).toBe("");
});
