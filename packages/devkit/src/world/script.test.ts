import { describe, expect, it } from "vitest";
import { acts, characters, lines, worldSteps } from "./script.ts";

const handles = new Set(characters.map(({ handle }) => handle));
const inOrder = [...acts].sort(
  (a, b) => a.step - b.step || (a.kind === "create" ? -1 : 1) - (b.kind === "create" ? -1 : 1),
);

describe("the world's script", () => {
  it("has only its own people, with valid X handles", () => {
    for (const handle of handles) expect(handle).toMatch(/^\w{1,15}$/);
    for (const act of acts) expect(handles).toContain(act.who);
    for (const line of lines) expect(handles).toContain(line.who);
  });

  it("trades only in Tribes that exist by then, within its steps", () => {
    const made = new Set<string>();
    for (const act of inOrder) {
      expect(act.step).toBeGreaterThanOrEqual(0);
      expect(act.step).toBeLessThan(worldSteps);
      if (act.kind === "create") made.add(act.who);
      else expect(made).toContain(act.tribe);
    }
  });

  it("sells only what is held, and has at most one trade of a person per Tribe and step", () => {
    const held = new Map<string, number>();
    const keys = new Set<string>();
    for (const act of inOrder) {
      if (act.kind !== "trade") continue;
      const key = `${act.who} ${act.tribe}`;
      // A run that continues after a kill recognises its own trades by these.
      const trade = `${key} ${act.side} ${act.tokens}`;
      expect(keys).not.toContain(trade);
      keys.add(trade);
      const left = (held.get(key) ?? 0) + (act.side === "buy" ? act.tokens : -act.tokens);
      expect(left).toBeGreaterThanOrEqual(0);
      held.set(key, left);
      expect(keys).not.toContain(`${act.step} ${key}`);
      keys.add(`${act.step} ${key}`);
    }
  });

  it("converts and swaps only after a buy-out, once per person, Tribe and side", () => {
    const boughtOut = new Set<string>();
    const seen = new Set<string>();
    for (const act of inOrder) {
      if (act.kind === "create" || act.kind === "airdrop" || act.kind === "claim") continue;
      if (act.kind === "trade") expect(boughtOut).not.toContain(act.tribe);
      else if (act.kind === "buyOut") boughtOut.add(act.tribe);
      else expect(boughtOut).toContain(act.tribe);
      if (act.kind === "trade") continue;
      const key = `${act.kind} ${act.who} ${act.tribe}`;
      expect(seen).not.toContain(key);
      seen.add(key);
    }
  });

  it("has one airdrop of a Chief, which one person claims and others leave unclaimed", () => {
    const holders = new Set<string>();
    const claimed = new Set<string>();
    let given: string | null = null;
    for (const act of inOrder) {
      if (act.kind === "airdrop") {
        expect(given).toBeNull();
        expect(act.who).toBe(act.tribe);
        const own = acts.find((other) => other.kind === "create" && other.who === act.who);
        expect(own?.kind === "create" && own.firstBuyTokens).toBeGreaterThan(act.tokens);
        given = act.tribe;
        for (const other of inOrder)
          if (other.kind === "trade" && other.tribe === given && other.side === "buy") holders.add(other.who);
      }
      if (act.kind !== "claim") continue;
      expect(act.tribe).toBe(given);
      expect(holders).toContain(act.who);
      claimed.add(act.who);
    }
    expect(claimed.size).toBeGreaterThan(0);
    expect(claimed.size).toBeLessThan(holders.size);
  });

  it("lets only Chiefs and members write", () => {
    for (const { tribe, who } of lines)
      expect(tribe === who || acts.some((act) => act.kind !== "create" && act.who === who && act.tribe === tribe)).toBe(
        true,
      );
  });
});
