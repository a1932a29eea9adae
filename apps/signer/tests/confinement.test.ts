import { combine } from "shamir-secret-sharing";
import { expect, it } from "vitest";
import { pressInFrame } from "../../../e2e/support/page/press-in-frame.ts";
import { fromBase64 } from "../src/keys/bytes.ts";
import { importSeed } from "../src/keys/ed25519.ts";
import { buyMessage } from "../src/testing/messages.ts";
import { foundIn, heldByPage, noteTraffic, wholeStrings } from "./harness/held-by-page.ts";
import { isSignature, setUpFrame } from "./harness/set-up-frame.ts";

// Checks that the app's page can't read a secret while the wallet works: in its heap, storage, messages or network traffic.

const at = setUpFrame([wholeStrings]);
/** The number of signatures; each takes a second or two. */
const operations = process.env.TRIBE_LONG === "1" ? 100 : 12;

/**
 * The key, and both server shares of each sharing. Any two of the three shares include one of these, so a page that holds none of
 * them can't combine two.
 */
const secretsOf = async (): Promise<Map<string, Uint8Array>> => {
  const secrets = new Map<string, Uint8Array>();
  for (const { address, serverShare, recoveryShare } of at.wallet.sharings) {
    const shares = [fromBase64(serverShare), fromBase64(recoveryShare ?? expect.unreachable())] as const;
    const seed = await combine([...shares]);
    expect(await importSeed(Uint8Array.from(seed), address)).not.toBeNull();
    secrets.set("the key", seed).set("the server's share", shares[0]).set("the recovery share", shares[1]);
  }
  return secrets;
};

it(`leaves no byte of a key and no share outside of the signer in ${operations} operations`, async () => {
  await at.begin();
  const traffic = await noteTraffic(at.page);
  const { address, bytes } = await at.askFor(buyMessage);
  const dialog = at.page.getByRole("dialog");
  for (let done = 1; done <= operations; done += 1) {
    if (done > 1) await at.page.getByRole("button", { name: "Open" }).click();
    // A hundred buys of 0.1 SOL would exceed the daily limit of a wallet without a passkey.
    const isDeclined = done % 3 !== 1;
    if (!isDeclined) await at.armed();
    await pressInFrame(isDeclined ? at.frame.getByRole("button", { name: "Cancel" }) : at.confirm);
    const result = await at.result(isDeclined ? "declined" : "signed");
    if (!isDeclined) expect(await isSignature(result, address, bytes)).toBe(true);
    await dialog.waitFor({ state: "detached" });
  }

  const secrets = await secretsOf();
  expect(secrets.size).toBe(3);
  const held = await heldByPage(at.page);
  expect(foundIn(held, secrets)).toEqual([]);
  // Checks that the traffic was recorded, by a signature for each Confirm.
  expect(traffic.texts.filter((each) => each.includes("signature")).length).toBeGreaterThanOrEqual(operations / 3);
  expect(foundIn({ texts: traffic.texts, bytes: [] }, secrets)).toEqual([]);

  // Checks that the search finds secrets that the page does hold, in either form: otherwise the assertions above would prove
  // nothing.
  const [key] = [...secrets.values()];
  const kept = [...(key ?? expect.unreachable())];
  await at.page.evaluate((list) => {
    const share = btoa(String.fromCharCode(...list));
    Object.assign(globalThis, { kept: [list, JSON.stringify({ before: "1", share })] });
    globalThis.postMessage({ bytes: Uint8Array.from(list) });
  }, kept);
  expect(foundIn(await heldByPage(at.page), secrets)).toEqual(["the key as text", "the key as bytes"]);
  expect(foundIn({ texts: traffic.texts, bytes: [] }, secrets)).toEqual(["the key as text"]);
});
