import { lamports, lamportsPerSol, type Mint, tokenUnits, unitsPerToken } from "@tribe/contract";
import { createPerson, type Person } from "@tribe/devkit";

/** Whole tokens in base units. */
export const tokens = (whole: number) => tokenUnits(BigInt(whole) * unitsPerToken);

/** Whole SOL in lamports. */
export const sol = (whole: number) => lamports(BigInt(whole) * lamportsPerSol);

/** A person who can trade: signed up, with a wallet, an X account of that handle, and 20 SOL. */
export const createTrader = async (appUrl: string, handle: string, timeoutMs?: number): Promise<Person> => {
  const person = await createPerson({ appUrl, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  await person.connectX({ name: `Trader ${handle}`, username: handle });
  await person.fundByAirdrop(sol(20));
  return person;
};

/** The first person creates a Tribe, and all others join its chat. */
export const gather = async (people: readonly Person[]): Promise<Mint> => {
  const [chief, ...members] = people;
  if (!chief) throw new Error("A Tribe needs a Chief");
  const mint = await chief.createTribe(tokens(1));
  for (const member of members) {
    await member.trade(mint, { side: "buy", tokens: tokens(12) });
    await member.join(mint);
  }
  return mint;
};
