import { type Address, type HandleStatement, handleStatementText } from "@tribe/contract";
import { describe, expect, it } from "vitest";
import { createAttestor } from "../testing/attestor.ts";
import { attestor, signedIn } from "../testing/open-signer.ts";
import { askFor, giveUp, press, somebody } from "../testing/transfers.ts";

describe("a transfer's recipient", () => {
  it("names the attested account of a recipient, and warns when a handle has moved", async () => {
    const connection = await signedIn();
    connection.wallet.state(attestor.state);
    const asked = await askFor(connection, await somebody(1), 1n);
    expect(asked.content.lines).toContainEqual({ label: "On X", value: { quoted: "@ann" } });
    expect(await press(connection, asked)).toBeNull();
    const moved = await askFor(connection, await somebody(2), 1n);
    expect(moved.content.notices[0]).toMatchObject({
      tone: "danger",
      text: expect.stringContaining(await somebody(1)),
    });
    expect(moved.content.typing?.word).toBe("send");
    connection.signer.stage.act({ kind: "cancel" });
    await moved.answer;
  });

  it("remembers a handle with its service: the same name elsewhere is another person's", async () => {
    const connection = await signedIn();
    connection.wallet.state((address) => attestor.state(address, { kind: "farcaster" }));
    const asked = await askFor(connection, await somebody(1), 1n);
    expect(asked.content.lines).toContainEqual({ label: "On Farcaster", value: { quoted: "@ann" } });
    expect(await press(connection, asked)).toBeNull();
    const second = await askFor(connection, await somebody(2), 1n);
    expect(second.content.notices[0]?.text).toContain("@ann on Farcaster had another address");
    await giveUp(connection, second);
    connection.wallet.state(attestor.state);
    const elsewhere = await askFor(connection, await somebody(2), 1n);
    expect(elsewhere.content.typing).toBeNull();
    await giveUp(connection, elsewhere);
  });

  it("names nobody by a statement that the installation's key did not sign, or about another address, time or text", async () => {
    const connection = await signedIn();
    const friend = await somebody(1);
    const [other, stranger] = [await createAttestor(), await somebody(2)];
    const now = Date.now();
    const hour = 3_600_000;
    const wrong: Readonly<Record<string, (address: Address) => Promise<HandleStatement>>> = {
      "another key": other.state,
      "another address": () => attestor.state(stranger),
      "another address, put in afterwards": async () => ({ ...(await attestor.state(stranger)), address: friend }),
      expired: (address) => attestor.state(address, { expiresAt: now - 1 }),
      "longer than a day": (address) => attestor.state(address, { expiresAt: now + 25 * hour }),
      "another time, put in afterwards": async (address) => ({
        ...(await attestor.state(address, { expiresAt: now - hour })),
        expiresAt: now + hour,
      }),
      "another handle": async (address) => ({ ...(await attestor.state(address)), handle: "bob" }),
      "another kind": async (address) => ({ ...(await attestor.state(address)), kind: "farcaster" }),
      "another account": async (address) => ({ ...(await attestor.state(address)), accountId: "2" }),
      "another domain": (address) =>
        attestor.stateBy((of) => handleStatementText(of).replace("tribe-handle:v1", "tribe-handle:v2"), address),
      "no domain": (address) => attestor.stateBy((of) => JSON.stringify(of), address),
      "no answer": () => Promise.reject(new Error("nobody answers")),
    };
    for (const [name, state] of Object.entries(wrong)) {
      connection.wallet.state(state);
      const asked = await askFor(connection, friend, 1n);
      expect(JSON.stringify([asked.content.lines, asked.content.notices]), name).not.toContain("@");
      await giveUp(connection, asked);
    }
  });
});
