import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFailed, vi } from "vitest";
import { desktop, phone } from "../../support/page/browser.ts";
import { type SignedInPerson, storedAccess } from "../../support/people/signed-in-person.ts";
import type { Engine } from "./engines.ts";
import { type EngineScreen, screenOf } from "./screen.ts";
import type { Appearance } from "./tab.ts";

const artifacts = fileURLToPath(new URL("../../artifacts/browsers/", import.meta.url));

/** A person with a browser of their own. */
export interface Visitor {
  readonly name: string;
  readonly screen: EngineScreen;
  /** The next file that they save by this: its path once it is whole. */
  saves(act: () => Promise<void>): Promise<string>;
  close(): Promise<void>;
}

/** The file that a browser saves next. What is still being written has another name beside it, or none of its bytes. */
const nextFile = async (folder: string, act: () => Promise<void>): Promise<string> => {
  const before = await readdir(folder);
  await act();
  return vi.waitFor(
    async () => {
      const added = (await readdir(folder)).filter((name) => !before.includes(name));
      const [name] = added;
      if (!name || added.length > 1 || /\.(part|wkdownload)$/.test(name)) throw new Error(`nothing is saved: ${added}`);
      const path = join(folder, name);
      if ((await stat(path)).size === 0) throw new Error("it is empty so far");
      return path;
    },
    { timeout: 60_000 },
  );
};

/**
 * People, each with a browser of their own for all tests of a suite. A failed test leaves a picture of each; after each test their
 * pages must not have complained.
 */
export const usePeople = <Name extends string>(
  engine: Engine,
  appearances: Readonly<Record<Name, Appearance & { readonly engine?: Engine }>>,
): ((name: Name) => Visitor) => {
  const people = new Map<string, Visitor>();
  beforeAll(async () => {
    for (const [name, how] of Object.entries<Appearance & { readonly engine?: Engine }>(appearances)) {
      const used = how.engine ?? engine;
      const { tab, downloads, close } = await used.open(how);
      people.set(name, {
        name: `${used.name.toLowerCase()}-${name}`,
        screen: screenOf(tab),
        saves: (act) => nextFile(downloads, act),
        close,
      });
    }
  });
  afterAll(async () => {
    for (const { close } of people.values()) await close();
  });
  beforeEach(() => {
    onTestFailed(async () => {
      for (const visitor of people.values()) {
        await picture(visitor, "failed").catch(() => undefined);
        const text = await visitor.screen.tab
          .evaluate(null, 'document.querySelector("#root")?.textContent')
          .catch(() => "");
        process.stdout.write(`${visitor.name}: ${visitor.screen.tab.complaints().join("\n")}\n${text}\n`);
      }
    });
  });
  afterEach(() => {
    expect([...people.values()].flatMap(({ screen }) => screen.tab.complaints())).toEqual([]);
  });
  return (name) => {
    const visitor = people.get(name);
    if (!visitor) throw new Error(`${name} has no browser`);
    return visitor;
  };
};

/** Lets a person be signed in from now on, without a mailed code. Their wallet is elsewhere. */
export const signIn = async ({ screen }: Visitor, home: string, { credentials }: SignedInPerson): Promise<void> => {
  // A page of the app's origin without a script.
  await screen.open(`${home}/third-party-licences.txt`);
  const access = JSON.stringify(storedAccess(credentials));
  await screen.tab.evaluate(null, `localStorage.setItem("tribe:v1:access", ${access})`);
};

export { desktop, phone };

/** Saves what a person sees under e2e/artifacts/browsers, by the engine and their name. */
export const picture = async ({ name, screen }: Visitor, what: string): Promise<void> => {
  await mkdir(artifacts, { recursive: true });
  await writeFile(`${artifacts}${name}-${what}.png`, await screen.tab.screenshot());
};
