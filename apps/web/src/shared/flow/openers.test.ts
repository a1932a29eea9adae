import { addressSchema, tokenIdSchema, uidSchema } from "@tribe/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { access } from "../api/access.ts";
import { createQueryClient, provideQueryClient, queryClient } from "../api/query-client.ts";
import { toast } from "../notices/toast.ts";
import { keys } from "../queries/keys.ts";
import { flow } from "./flow-store.ts";
import { isRefusedByPause, mayOrder, openCreate, openEntry, openTrade } from "./openers.ts";

const mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const token = {
  tokenId: z.decode(tokenIdSchema, "1"),
  mint,
  creatorAddress: mint,
  creatorUid: z.parse(uidSchema, "person-01"),
  name: "Mara",
  symbol: "MAR",
  pfp: null,
};
const pause = (isSystemPaused: boolean) => queryClient().setQueryData(keys.config(), { isSystemPaused });

const watched = () => {
  const said: string[] = [];
  vi.spyOn(toast, "error").mockImplementation((title) => void said.push(title));
  return { said, start: vi.spyOn(flow, "start").mockImplementation(() => undefined) };
};
beforeEach(() => {
  provideQueryClient(createQueryClient());
  access.set({ device: null, session: null });
});
afterEach(() => void vi.restoreAllMocks());

describe("the openers of trade, swap and creation", () => {
  it("are refused while the system is paused, with the pause message", () => {
    const { said, start } = watched();
    pause(true);
    for (const open of [() => openTrade(token, "buy"), () => openEntry(token), openCreate]) open();
    expect(said).toEqual(Array(3).fill("System upgrade in progress. Please check back later."));
    expect(start).not.toHaveBeenCalled();
  });

  it("begin while nothing is paused, and while that is not known", () => {
    const { said, start } = watched();
    expect(isRefusedByPause()).toBe(false);
    openTrade(token, "sell");
    pause(false);
    openCreate();
    expect(said).toEqual([]);
    expect(start.mock.calls.map(([intent]) => intent.kind)).toEqual(["trade", "create"]);
  });
});

describe("an order on its way to the wallet", () => {
  const account = { id: "7", handle: "mara", name: "Mara" };
  const connected = { twitter: account, farcaster: null };
  const lonely = { twitter: null, farcaster: null };

  it("is held up by a pause before all else, and begins nothing then", () => {
    const { said } = watched();
    const leave = vi.fn();
    pause(true);
    for (const user of [connected, lonely, null]) expect(mayOrder("buy", user, leave)).toBe(false);
    expect(said).toEqual(Array(3).fill("System upgrade in progress. Please check back later."));
    expect(leave).not.toHaveBeenCalled();
  });

  it("goes on for who may, and leads a visitor, and a buyer without a social account, through the gates", () => {
    watched();
    const leave = vi.fn();
    expect([mayOrder("buy", connected, leave), mayOrder("sell", lonely, leave)]).toEqual([true, true]);
    expect(leave).not.toHaveBeenCalled();
    expect([mayOrder("buy", lonely, leave), mayOrder("sell", null, leave)]).toEqual([false, false]);
    expect(leave).toHaveBeenCalledTimes(2);
  });
});
