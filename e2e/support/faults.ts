import type { Page, Request, Route } from "playwright-core";
import { processesOf } from "./product/processes.ts";
import type { Tribe } from "./product/tribe.ts";

/** Fault injection between browser, server and chain, from outside: the product has no code for it. */

/** Selects the page's calls to which a fault applies. */
export type CallMatch = (request: Request) => boolean;

/** A call of the app's own API, by method and the end of its path. */
export const apiCall =
  (method: string, path: string): CallMatch =>
  (request) =>
    request.method() === method && new URL(request.url()).pathname.endsWith(path);

/** A call of the chain's RPC, by method. */
export const rpcCall =
  (method: string): CallMatch =>
  (request) =>
    request.method() === "POST" && (request.postData() ?? "").includes(`"method":"${method}"`);

/** The fault of a selected call. */
export type Fault =
  /** The call never arrives. */
  | "lost"
  /** The call is executed, and its answer is lost. */
  | "unanswered"
  /** The call is answered with a server error instead. */
  | "refused";

/**
 * Injects a fault into the first `times` matching calls; later ones pass. @returns how often the fault was injected.
 * @param before runs before the first fault, while the call is held.
 */
export const strike = async (
  page: Page,
  matches: CallMatch,
  { fault, times = 1, before }: { fault: Fault | null; times?: number; before?: () => Promise<void> },
): Promise<() => number> => {
  let struck = 0;
  const handle = async (route: Route, request: Request): Promise<void> => {
    if (struck >= times || !matches(request)) return route.fallback();
    struck += 1;
    if (struck === 1) await before?.();
    return meet(route, fault);
  };
  await page.route("**/*", handle);
  return () => struck;
};

const meet = async (route: Route, fault: Fault | null): Promise<void> => {
  switch (fault) {
    case null:
      return route.fallback();
    case "lost":
      return route.abort("connectionreset");
    case "unanswered":
      await route.fetch();
      return route.abort("connectionreset");
    case "refused":
      return route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" });
  }
};

/** Calls held back by the test. */
export interface HeldCalls {
  /** The number of calls held so far. */
  readonly count: () => number;
  /** Lets all held and later calls pass. */
  readonly release: () => void;
}

/**
 * Holds a page's calls back until the test releases them, so that the page's state meanwhile can be checked.
 * @param url Playwright's route matcher: a pattern, or a function
 * @param matches selects the calls to hold; all by default
 * @param fault their fault after the release; null when they pass
 */
export const holdCalls = async (
  page: Page,
  url: Parameters<Page["route"]>[0],
  { matches = () => true, fault = null }: { matches?: CallMatch; fault?: Fault | null } = {},
): Promise<HeldCalls> => {
  let count = 0;
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route, request) => {
    if (!matches(request)) return route.fallback();
    count += 1;
    await isReleased;
    // Calls of a closed page have ended by themselves.
    await meet(route, fault).catch(() => undefined);
  });
  return { count: () => count, release };
};

/** Moves the embedded chain's clock ahead by whole slots (the installation runs with TRIBE_WARP=on). */
export const warp = async (tribe: Tribe, slots: number): Promise<void> => {
  const answer = await fetch(tribe.config().rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tribeWarp", params: [{ slots }] }),
  });
  const { error } = (await answer.json()) as { error?: { message: string } }; // JSON-RPC's own shape
  if (error) throw new Error(error.message);
};

/** Freezes the chain's process, like a hanging node. @returns a function that resumes it. */
export const freezeChain = async (tribe: Tribe): Promise<() => void> => {
  const chain = await chainProcess(tribe);
  process.kill(chain, "SIGSTOP");
  return () => void process.kill(chain, "SIGCONT");
};

const chainProcess = async (tribe: Tribe): Promise<number> => {
  const [pid] = await processesOf(undefined, `${tribe.dataDir}/ledger`);
  if (pid === undefined) throw new Error("no process of the chain was found");
  return pid;
};
