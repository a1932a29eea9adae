import type { Address, Mint } from "@tribe/contract";
import { expect, test } from "vitest";
import type { WebSocket } from "ws";
import { Connection } from "./connection.ts";
import { Hub } from "./hub.ts";

/** To the hub, addresses are only names. */
const mintOf = (index: number) => `mint-${index}` as Mint;

const openConnection = () => {
  const sent: string[] = [];
  const socket = { OPEN: 1, readyState: 1, bufferedAmount: 0, send: (text: string) => sent.push(text) };
  // The connection uses nothing else of a socket here.
  const connection = new Connection(socket as unknown as WebSocket, { deviceId: "d", sessionId: null, uid: null });
  return { connection, sent };
};

test("one connection can watch a limited number of tokens, which does not affect others", () => {
  const hub = new Hub();
  const [greedy, other] = [openConnection(), openConnection()];
  for (const { connection } of [greedy, other]) hub.add(connection);
  for (let index = 0; index < 500; index += 1) hub.watch(greedy.connection, mintOf(index));
  expect(() => hub.watch(greedy.connection, mintOf(500))).toThrow(
    expect.objectContaining({ code: "too_many_requests" }),
  );
  // Once more one that it watches already, and one that replaces another.
  hub.watch(greedy.connection, mintOf(0));
  hub.unwatch(greedy.connection, mintOf(0));
  hub.watch(greedy.connection, mintOf(500));
  hub.watch(other.connection, mintOf(500));
  hub.toWatchers(mintOf(500), "trade");
  expect([greedy.sent, other.sent]).toEqual([["trade"], ["trade"]]);
});

test("a closed connection receives nothing more of its subscriptions, and cannot subscribe again", () => {
  const hub = new Hub();
  const { connection, sent } = openConnection();
  const address = "wallet" as Address; // only a name here
  hub.add(connection);
  hub.watch(connection, null);
  hub.setAddress(connection, address);
  hub.toWallets([address, address], "balance");
  hub.remove(connection);
  hub.watch(connection, mintOf(1));
  hub.setAddress(connection, address);
  hub.toWatchers(mintOf(1), "trade");
  hub.toWallets([address], "balance");
  hub.toAll("pause");
  expect(sent).toEqual(["balance"]);
  expect(hub.connections).toEqual([]);
});
