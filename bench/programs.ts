import { readFileSync } from "node:fs";
import { Stage } from "../programs/tests/support/stage.ts";
import { measureBytes } from "./programs/bytes.ts";
import { measureCreations, measureRents } from "./programs/creations.ts";
import {
  measureCollections,
  measureConversions,
  measureCreatorChanges,
  measureMigrationRent,
  measureMigrations,
  measurePoolCollections,
  measureSwaps,
} from "./programs/lifecycle.ts";
import { measureOnce } from "./programs/once.ts";
import { measureBuys, measureSells } from "./programs/trades.ts";
import { percentile, type Row, type Suite } from "./suite.ts";

/** Random states for each figure, creations and migrations among them. */
const states = Number(process.env.TRIBE_BENCH_STATES ?? 10_000);
const sizeBar = 150 * 1_024;
const onceSizeBar = 20 * 1_024;

const fileOf = (path: string): Buffer => readFileSync(new URL(path, import.meta.url));
/** The number of an instruction's accounts without the program itself, which is the last one. */
const accountsOf = (program: string, name: string): number => {
  const idl: { program: { instructions: { name: string; accounts: unknown[] }[] } } = JSON.parse(
    fileOf(`../programs/${program}/idl.json`).toString("utf8"),
  );
  const found = idl.program.instructions.find((one) => one.name === name);
  if (!found) throw new Error(`${program} has no ${name}`);
  return found.accounts.length - 1;
};
const row = (name: string, value: number, unit: string, bar: number | null, versus?: Row["versus"]): Row => ({
  name,
  value,
  unit,
  bar,
  better: "lower",
  ...(versus ? { versus } : {}),
});
/**
 * Meteora's Dynamic Bonding Curve on a Token-2022 mint, 2 % flat fee: its program alone in the same LiteSVM (the review of
 * November 2026; SPL mints: buy 37,635 to 41,844, sell 35,288 to 37,580). This is the lower end; published figures that can't
 * be reproduced are left out.
 */
const dbc = {
  buy: { who: "Meteora DBC, 40,316 to 44,525 measured in the same LiteSVM", value: 40_316 },
  sell: { who: "Meteora DBC, 37,969 to 40,261 measured in the same LiteSVM", value: 37_969 },
} as const;

/** The maximum of the samples with its limit, and their median. */
const cost = (name: string, tries: readonly number[], bar: number | null, versus?: Row["versus"]): Row[] => [
  row(name, percentile(tries, 1), "CU", bar, versus),
  row(`${name}.p50`, percentile(tries, 0.5), "CU", null),
];

/**
 * The cost of the compiled programs, as the maximum over random states: any position and coefficient, any fees that the factory
 * accepts, every combination of flags, referrers that can and can't be paid. A buy is `clipped` when its budget or the end of
 * the curve limits it; a creation is `any_id` when its id was not chosen for addresses with the highest bumps. `bytes` is the
 * length of the app's whole signed transaction; `rent_lamports` the rent of the accounts that it creates.
 */
export const run = async (): Promise<Suite> => {
  const migrations = await measureMigrations(states);
  const swaps = { buy: await measureSwaps(states, "buy"), sell: await measureSwaps(states, "sell") };
  const collections = [...(await measureCollections(states)), ...(await measurePoolCollections(states))];
  const bytes = await measureBytes();
  const rents = measureRents(new Stage());
  const once = measureOnce(states);
  const rows = [
    ...cost("buy.compute_units", await measureBuys(states, false), 7_500, dbc.buy),
    ...cost("buy.compute_units_clipped", await measureBuys(states, true), 10_500),
    row("buy.accounts", accountsOf("curve", "buy"), "accounts", 9),
    row("buy.bytes", bytes.buy, "bytes", 600),
    row("buy.bytes_with_account", bytes.buyWithAccount, "bytes", 640),
    row("buy.rent_lamports", rents.tokenAccount, "lamports", null),
    ...cost("sell.compute_units", await measureSells(states), 7_000, dbc.sell),
    row("sell.accounts", accountsOf("curve", "sell"), "accounts", 9),
    row("sell.bytes", bytes.sell, "bytes", 600),
    row("sell.rent_lamports", 0, "lamports", 0),
    ...cost("create.compute_units", await measureCreations(states, false, true), 70_000),
    ...cost("create.compute_units_with_inviter", await measureCreations(states, true, true), 100_000),
    ...cost("create.compute_units_any_id", await measureCreations(states, false, false), null),
    ...cost("create.compute_units_any_id_with_inviter", await measureCreations(states, true, false), null),
    row("create.accounts", accountsOf("curve", "createToken"), "accounts", null),
    row("create.bytes", bytes.create, "bytes", null),
    row("create.rent_lamports", rents.tribe, "lamports", 6_000_000),
    ...cost(
      "migrate.compute_units",
      migrations.map(({ first }) => first),
      60_000,
    ),
    ...cost(
      "migrate.compute_units_again",
      migrations.map(({ again }) => again),
      null,
    ),
    row("migrate.accounts", accountsOf("curve", "migrate"), "accounts", null),
    row("migrate.bytes", bytes.migrate, "bytes", null),
    row("migrate.rent_lamports", measureMigrationRent(new Stage()), "lamports", null),
    ...cost("convert.compute_units", await measureConversions(states), 12_000),
    row("convert.accounts", accountsOf("curve", "convert"), "accounts", null),
    row("convert.bytes", bytes.convert, "bytes", null),
    row("convert.rent_lamports", rents.tokenAccount, "lamports", null),
    row("swap.compute_units", percentile([...swaps.buy, ...swaps.sell], 1), "CU", 12_000),
    row("swap.compute_units_buy", percentile(swaps.buy, 1), "CU", 12_000),
    row("swap.compute_units_sell", percentile(swaps.sell, 1), "CU", 12_000),
    row("swap.accounts", accountsOf("pool", "buy"), "accounts", null),
    row("swap.bytes", bytes.swap, "bytes", null),
    row("swap.rent_lamports", rents.tokenAccount, "lamports", null),
    ...cost("collect.compute_units", collections, 4_000),
    row("collect.accounts", accountsOf("curve", "collect"), "accounts", null),
    row("collect.bytes", bytes.collect, "bytes", null),
    row("collect.rent_lamports", 0, "lamports", 0),
    ...cost("change_creator.compute_units", await measureCreatorChanges(states), 4_000),
    row("change_creator.accounts", accountsOf("curve", "changeCreator"), "accounts", null),
    row("change_creator.bytes", bytes.changeCreator, "bytes", null),
    row("change_creator.rent_lamports", 0, "lamports", 0),
    row("curve.so_bytes", fileOf("../programs/artifacts/curve.so").length, "bytes", sizeBar),
    row("pool.so_bytes", fileOf("../programs/artifacts/pool.so").length, "bytes", sizeBar),
    ...cost("once.mark.compute_units", once.mark, 1_000),
    ...cost("once.init.compute_units", once.init, null),
    ...cost("once.cancel.compute_units", once.cancel, null),
    ...cost("once.close.compute_units", once.close, null),
    row("once.so_bytes", fileOf("../programs/artifacts/once.so").length, "bytes", onceSizeBar),
  ];
  return { suite: "programs", rows };
};
