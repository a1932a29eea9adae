import type { Mint } from "@tribe/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cutTexts } from "../../apps/web/screens/checks/in-page/cut-texts.ts";
import { tooWide } from "../../apps/web/screens/checks/in-page/too-wide.ts";
import { messageInChat, writeMessage } from "../support/page/at-the-page.ts";
import { gather, tokens } from "../support/people/people.ts";
import { signUpWithX } from "../support/people/signed-in-person.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";
import { type CutProxy, startCutProxy } from "./driver/cut-proxy.ts";
import { engines } from "./driver/engines.ts";
import { desktop, phone, picture, signIn, usePeople } from "./driver/people.ts";
import { ringsOffPlace } from "./steps/rings.ts";

// What the pages look like at both sizes and in both themes, the settings, and a network that goes and comes back.

let tribe: Tribe;
let proxy: CutProxy;

beforeAll(async () => {
  [tribe, proxy] = await Promise.all([startTribe({ hasOwnName: true }), startCutProxy()]);
});
afterAll(async () => {
  await tribe?.stop();
  await proxy?.close();
});

describe.each(engines)("in $name", (engine) => {
  const test = it.skipIf(!engine.isHere);
  const person = usePeople(engine, {
    lena: desktop,
    mara: {
      ...phone,
      // Started by then.
      get proxyPort() {
        return proxy.port;
      },
    },
  });
  const prefix = engine.name.toLowerCase();
  let mint: Mint;
  const open = (name: "lena" | "mara", path: string) => person(name).screen.open(`${tribe.config().appUrl}${path}`);

  test("fits every page on a wide dark screen and on a narrow light one", async () => {
    const lena = await signUpWithX(tribe, `${prefix}_lena`, "Lena Ash");
    const mara = await signUpWithX(tribe, `${prefix}_mara`, "Mara Ember");
    mint = await gather([lena.person, mara.person]);
    await mara.person.createTribe(tokens(1));
    const chat = await lena.person.openChat(mint);
    await chat.send("A first line by the fire, long enough that a phone has to break it into two or three lines");
    await chat.close();
    const home = tribe.config().appUrl;
    await signIn(person("lena"), home, lena);
    await signIn(person("mara"), home, mara);
    const faults: string[] = [];
    for (const name of ["lena", "mara"] as const)
      for (const [page, path, words] of [
        ["home", "/", "Lena Ash"],
        ["token", `/token/${mint}`, "Lena Ash"],
        ["chat", `/chat/${mint}`, "A first line by the fire"],
        ["tribes", "/tribes", "Lena Ash"],
        ["wallet", "/wallet", "Activity"],
        ["you", "/you", "Security"],
        ["notifications", "/notifications/settings", "Quiet hours"],
      ] as const) {
        const { screen } = person(name);
        await open(name, path);
        await screen.locator("#main").getByText(words).first().waitFor();
        await screen.waitForFunction(
          () =>
            document.querySelector('#main [role="status"]:is([aria-label^="Loading"], [aria-label^="Preparing"])') ===
              null &&
            document
              .getAnimations()
              .every(
                ({ playState, effect }) => playState !== "running" || effect?.getComputedTiming().endTime === Infinity,
              ) &&
            [...document.images].every(({ complete, loading }) => complete || loading === "lazy"),
        );
        await picture(person(name), page);
        for (const faultsOf of [cutTexts, tooWide, ringsOffPlace])
          faults.push(...(await screen.evaluate(faultsOf)).map((fault) => `${name}, ${page}: ${fault}`));
        const sideways = await screen.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (sideways > 0) faults.push(`${name}, ${page}: scrolls sideways by ${sideways} px`);
        const isDark = await screen.evaluate(() =>
          getComputedStyle(document.documentElement).colorScheme.includes("dark"),
        );
        expect(isDark).toBe(name === "lena");
      }
    expect(faults).toEqual([]);
  });

  test("saves the settings of notifications", async () => {
    const { screen } = person("mara");
    await open("mara", "/notifications/settings");
    const quiet = screen.getByRole("switch", { name: "Quiet hours" });
    const summary = screen.getByRole("switch", { name: "Daily summary" });
    const before = await summary.getAttribute("aria-checked");
    await quiet.click();
    await summary.click();
    await expect.poll(() => summary.getAttribute("aria-checked")).not.toBe(before);
    await screen.tab.reload();
    await quiet.waitFor();
    await expect.poll(() => quiet.getAttribute("aria-checked")).toBe("true");
    await expect.poll(() => summary.getAttribute("aria-checked")).not.toBe(before);
  });

  test("keeps what was seen and written while the network is away, and goes on by itself when it is back", async () => {
    const [lena, mara] = [person("lena"), person("mara")];
    const connecting = mara.screen.getByText("Connecting…");
    const waiting = mara.screen.getByText("Sends when you're back");
    const firstLine = mara.screen.getByRole("log", { name: "Messages" }).getByText(/^A first line by the fire/);
    for (const name of ["lena", "mara"] as const) await open(name, `/chat/${mint}`);
    await firstLine.waitFor();
    await connecting.waitFor({ state: "detached" });
    proxy.cut();
    await connecting.waitFor();
    await writeMessage(mara.screen, "Written in a tunnel");
    await waiting.waitFor();
    await firstLine.waitFor();
    await picture(mara, "cut");
    proxy.mend();
    await connecting.waitFor({ state: "detached" });
    await waiting.waitFor({ state: "detached" });
    await messageInChat(lena.screen, "Written in a tunnel").waitFor();
    await writeMessage(lena.screen, "Welcome back");
    await messageInChat(mara.screen, "Welcome back").waitFor();
  });
});
