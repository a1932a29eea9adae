import { join } from "node:path";
import {
  ApiError,
  lamports,
  lamportsPerSol,
  type Mint,
  minEntryThresholdUnits,
  routes,
  type TokenProfile,
  type TokenUnits,
  type TradePoint,
  tokenUnits,
  unitsPerToken,
} from "@tribe/contract";
import { convertedUnits } from "@tribe/domain/pool";
import type { Chat } from "../person/chat.ts";
import { createPerson, type Person } from "../person/person.ts";
import { poll } from "../person/retries.ts";
import { fileStore } from "../person/state.ts";
import type { TradeRequest } from "../person/trading.ts";
import { moveToPresent, moveToStep } from "./past.ts";
import { type Progress, readProgress, uuidFor, writeProgress } from "./progress.ts";
import { type Act, acts, type Character, characters, lines, worldSteps } from "./script.ts";

/** The installation in which the world is created. */
export interface WorldOptions {
  readonly appUrl: string;
  /** RPC of the embedded chain. */
  readonly rpcUrl: string;
  /** The world's own folder, which stores its progress. */
  readonly folder: string;
  readonly signal?: AbortSignal;
}

type TribeAct = Exclude<Act, { kind: "create" }>;

/** Long enough for a ticket of a killed run to land. */
const ticketTimeoutMs = 20_000;
const maxAttempts = 3;

interface World {
  readonly options: WorldOptions;
  readonly progress: Progress;
  readonly people: ReadonlyMap<string, Person>;
  /** By the Chief's handle. */
  readonly mints: Map<string, Mint>;
  /** Whether the chain has Light's programs; installing them needs the network once. */
  readonly hasCompression: boolean;
}

/** Whether the world in this folder is missing or unfinished. */
export const needsWorld = async (folder: string): Promise<boolean> => !(await readProgress(folder)).isDone;

/**
 * Creates a few Tribes with different histories, through the public API and real transactions. It runs once per folder and
 * continues after an interruption: every action has its own key, so that none is repeated.
 * @throws ApiError or Error of the failed action; AbortError when the signal aborts
 */
export const buildWorld = async (options: WorldOptions): Promise<void> => {
  const progress = await readProgress(options.folder);
  if (progress.isDone) return;
  const people = new Map<string, Person>();
  for (const character of characters) people.set(character.handle, await enter(options, character));
  const [someone] = people.values();
  const config = someone && (await someone.api(routes.system.config, {}));
  const hasCompression = config?.hasCompression ?? false;
  const world: World = { options, progress, people, mints: await knownMints(people), hasCompression };

  for (let step = progress.steps; step < worldSteps; step++) {
    options.signal?.throwIfAborted();
    await moveToStep(options.rpcUrl, step, progress.startedAt);
    await playStep(world, step);
    await writeProgress(options.folder, { ...progress, steps: step + 1 });
  }
  await moveToPresent(options.rpcUrl);
  await talk(world);
  await writeProgress(options.folder, { ...progress, steps: worldSteps, isDone: true });
};

/** Signs a character up, or restores them, and gives them what they are missing. */
const enter = async ({ appUrl, folder, signal }: WorldOptions, character: Character): Promise<Person> => {
  signal?.throwIfAborted();
  const { handle, name, bio, fundsSol } = character;
  const store = fileStore(join(folder, "people", `${handle}.json`));
  const person = await createPerson({ appUrl, email: `${handle}@example.com`, store, ...(signal ? { signal } : {}) });
  const user = await person.refresh();
  if (!user.twitter) await person.connectX({ name, username: handle });
  if (bio && user.bio !== bio) await person.api(routes.identity.updateUser, { body: { bio } });
  if (user.tokens.length === 0 && (await person.balance()) === 0n)
    await person.fundByAirdrop(lamports(BigInt(fundsSol) * lamportsPerSol));
  return person;
};

const knownMints = async (people: ReadonlyMap<string, Person>): Promise<Map<string, Mint>> => {
  const mints = new Map<string, Mint>();
  for (const [handle, person] of people) {
    const [token] = (await person.refresh()).tokens;
    if (token) mints.set(handle, token.mint);
  }
  return mints;
};

/** All actions of a step: first the creations, then the trades, sequentially where they share a person or a curve. */
const playStep = async (world: World, step: number): Promise<void> => {
  const present = acts.filter((act) => act.step === step);
  for (const act of present) if (act.kind === "create") await play(world, act);
  for (const act of present) if (act.kind !== "create") await play(world, act);
};

const play = async (world: World, act: Act): Promise<void> => {
  const { options, mints } = world;
  options.signal?.throwIfAborted();
  const person = personOf(world, act.who);
  if (act.kind === "create") {
    if (!mints.has(act.who)) mints.set(act.who, await person.createTribe(wholeTokens(act.firstBuyTokens)));
    return;
  }
  const mint = mintOf(world, act.tribe);
  switch (act.kind) {
    case "trade": {
      const tokens = wholeTokens(act.tokens);
      await tradeOnce(world, act, {
        // All trades of the script differ.
        isDone: () => hasTraded(person, mint, ({ kind, amount }) => kind === act.side && amount === tokens),
        wish: async () => ({ side: act.side, tokens }),
      });
      if (act.side === "buy" && tokens >= minEntryThresholdUnits) await person.join(mint);
      return;
    }
    case "buyOut":
      await tradeOnce(world, act, {
        isDone: async () => remainingOf(await profileOf(person, mint)) === 0n,
        wish: async () => ({ side: "buy", tokens: remainingOf(await profileOf(person, mint)) }),
      });
      await poll("the migration", async () => (await profileOf(person, mint)).pool, until(options));
      await person.join(mint);
      return;
    case "convert":
      if ((await person.newTokens(mint)) === 0n) await person.convert(mint, wholeTokens(act.tokens));
      return;
    case "swapBuy":
      if (!(await hasTraded(person, mint, ({ kind, venue }) => kind === "buy" && venue === "pool")))
        await person.swap(mint, { direction: "buy", input: lamports(BigInt(act.sol) * lamportsPerSol) });
      return;
    case "airdrop":
      if (world.hasCompression && !(await hasGiven(world, mint))) await person.airdrop(mint, wholeTokens(act.tokens));
      return;
    case "claim":
      if (world.hasCompression) await person.claim(mint);
      return;
    case "swapSell": {
      if (await hasTraded(person, mint, ({ kind, venue }) => kind === "sell" && venue === "pool")) return;
      const { conversionRate } = await profileOf(person, mint);
      const input = convertedUnits(wholeTokens(act.tokens), conversionRate ?? 0n);
      await person.swap(mint, { direction: "sell", input });
      return;
    }
  }
};

/** Whether an airdrop of this token has paid somebody who hasn't claimed it; an unfinished one is continued. */
const hasGiven = async ({ people }: World, mint: Mint): Promise<boolean> => {
  for (const person of people.values()) {
    const { tokens } = await person.api(routes.claim.tokens, {});
    if (tokens.some(({ mintAddress, authors }) => mintAddress === mint && authors.length > 0)) return true;
  }
  return false;
};

const profileOf = (person: Person, mint: Mint): Promise<TokenProfile> =>
  person.api(routes.market.profile, { query: { mint } });

const remainingOf = ({ maxSupply, supply }: TokenProfile): TokenUnits => tokenUnits(maxSupply - supply);

/** Whether the history has this trade of this person. */
const hasTraded = async (person: Person, mint: Mint, isIt: (point: TradePoint) => boolean): Promise<boolean> => {
  const points = await person.api(routes.market.history, { query: { mint, offset: 0, limit: 500 } });
  return points.some((point) => point.trader === person.address && isIt(point));
};

const until = ({ signal }: WorldOptions) => ({ timeoutMs: ticketTimeoutMs, signal });

/**
 * Trades on the curve unless it is done. A key with a different quoted price belongs to a killed run: its ticket is awaited,
 * and if nothing was traded, a new one is created.
 */
const tradeOnce = async (
  world: World,
  act: TribeAct,
  { isDone, wish }: { isDone(): Promise<boolean>; wish(): Promise<TradeRequest> },
): Promise<void> => {
  const person = personOf(world, act.who);
  const mint = mintOf(world, act.tribe);
  for (let attempt = 0; ; attempt++) {
    world.options.signal?.throwIfAborted();
    if (await isDone()) return;
    const idempotencyKey = uuidFor(world.progress.seed, `${act.kind} ${act.step} ${act.who} ${act.tribe} ${attempt}`);
    try {
      const receipt = await person.trade(mint, await wish(), { idempotencyKey });
      if (receipt.outcome === "succeeded") return;
      throw new Error(`${act.who} could not trade: ${receipt.errorReason}`);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "conflict" || attempt === maxAttempts) throw error;
      await poll("a trade of an earlier run", async () => ((await isDone()) ? true : null), until(world.options)).catch(
        () => null,
      );
    }
  }
};

/** The conversations, in order; a message that was sent before has the same id and is not sent twice. */
const talk = async (world: World): Promise<void> => {
  const { options, progress } = world;
  const chats = new Map<string, Chat>();
  try {
    for (const [index, { tribe, who, text }] of lines.entries()) {
      options.signal?.throwIfAborted();
      const key = `${tribe} ${who}`;
      const chat = chats.get(key) ?? (await personOf(world, who).openChat(mintOf(world, tribe)));
      chats.set(key, chat);
      await chat.send(text, uuidFor(progress.seed, `line ${index}`));
    }
  } finally {
    await Promise.all([...chats.values()].map((chat) => chat.close()));
  }
};

const personOf = (world: World, handle: string): Person => {
  const person = world.people.get(handle);
  if (!person) throw new Error(`The world's script names nobody called ${handle}`);
  return person;
};

const mintOf = (world: World, chief: string): Mint => {
  const mint = world.mints.get(chief);
  if (!mint) throw new Error(`The world's script trades in the Tribe of ${chief} before it exists`);
  return mint;
};

const wholeTokens = (count: number) => tokenUnits(BigInt(count) * unitsPerToken);
