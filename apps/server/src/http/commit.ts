import { ApiError } from "@tribe/contract";
import { type SQL, sql } from "drizzle-orm";
import type { Database, Executor } from "../db/client.ts";

/** A saga's only ways to write. The first use takes the call's nonce, so that a repeated call writes only once. */
export interface Commit {
  /** One transaction; an error rolls all of it back, the nonce too. @throws ApiError `request_replayed`. */
  <Result>(work: (tx: Executor) => Promise<Result>): Promise<Result>;
  /**
   * One transaction whose first statement also takes the nonce: `steps` and `answer` as in `statement`, except that they need
   * not use the nonce's row; `work` gets their answer. @throws ApiError `request_replayed`.
   */
  beginning<Row extends Record<string, unknown>, Result>(
    first: { readonly steps: SQL; readonly answer: SQL },
    work: (tx: Executor, row: Row) => Promise<Result>,
  ): Promise<Result>;
  /**
   * One statement, to save a round trip: `steps` are further `with` queries, each of which must depend on a row of `nonce`;
   * `answer` are columns over them. @throws ApiError `request_replayed`.
   */
  statement<Row extends Record<string, unknown>>(steps: SQL, answer: SQL): Promise<Row>;
  /**
   * For many calls at once: `work` takes the nonce itself, in one statement with those of other calls, and returns null when
   * it was taken before. @throws ApiError `request_replayed`.
   */
  together<Result>(work: (nonce: Nonce | null) => Promise<Result | null>): Promise<Result>;
}

/** A call's nonce: its value, and the session or device that it belongs to. */
export interface Nonce {
  readonly owner: string;
  readonly value: string;
}

/**
 * @param nonceInsert the statement that takes the nonce, with a row when it was free; null where calls have none.
 * @param nonce the same nonce, for `together`
 */
export const createCommit = (db: Database, nonceInsert: SQL | null, nonce: Nonce | null = null): Commit => {
  let toTake = nonceInsert;
  const commit = async <Result>(work: (tx: Executor) => Promise<Result>): Promise<Result> => {
    const result = await db.transaction(async (tx) => {
      await takeNonce(tx, toTake);
      return work(tx);
    });
    toTake = null;
    return result;
  };
  const first = async <Row extends Record<string, unknown>>(on: Executor, steps: SQL, answer: SQL): Promise<Row> => {
    const { rows } = await on.execute<Row & { nonce_is_new: boolean }>(sql`
      with nonce as (${toTake ?? sql`select 1`}), ${steps}
      select exists (select from nonce) as nonce_is_new, ${answer}`);
    const [row] = rows;
    if (!row?.nonce_is_new) throw new ApiError("request_replayed");
    return row as Row; // its other columns are those of `answer`
  };
  const beginning: Commit["beginning"] = async <Row extends Record<string, unknown>, Result>(
    { steps, answer }: { readonly steps: SQL; readonly answer: SQL },
    work: (tx: Executor, row: Row) => Promise<Result>,
  ): Promise<Result> => {
    const result = await db.transaction(async (tx) => work(tx, await first<Row>(tx, steps, answer)));
    toTake = null;
    return result;
  };
  const statement = async <Row extends Record<string, unknown>>(steps: SQL, answer: SQL): Promise<Row> => {
    const row = await first<Row>(db, steps, answer);
    toTake = null;
    return row;
  };
  const together = async <Result>(work: (nonce: Nonce | null) => Promise<Result | null>): Promise<Result> => {
    const result = await work(toTake && nonce);
    if (result === null) throw new ApiError("request_replayed");
    toTake = null;
    return result;
  };
  return Object.assign(commit, { beginning, statement, together });
};

/** @throws ApiError `request_replayed` when the call was made before. */
export const takeNonce = async (tx: Executor, nonceInsert: SQL | null): Promise<void> => {
  if (nonceInsert && (await tx.execute(nonceInsert)).rows.length === 0) throw new ApiError("request_replayed");
};
