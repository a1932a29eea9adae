import { ApiError } from "@tribe/contract";
import { type SQL, sql } from "drizzle-orm";
import type { Database, Executor } from "../db/client.ts";

/** A saga's only ways to write. The first use consumes the call's nonce, so that a repeated call writes only once. */
export interface Commit {
  /** One transaction; an error rolls all of it back, the nonce too. @throws ApiError `request_replayed`. */
  <Result>(work: (tx: Executor) => Promise<Result>): Promise<Result>;
  /**
   * One statement, to save round trips: `steps` are further `with` queries, each of which must depend on a row of `nonce`;
   * `answer` are columns over them. @throws ApiError `request_replayed`.
   */
  statement<Row extends Record<string, unknown>>(steps: SQL, answer: SQL): Promise<Row>;
}

/** A call's nonce: its value, and the session or device that it belongs to. */
export interface Nonce {
  readonly owner: string;
  readonly value: string;
}

/** @param nonceInsert the statement that consumes the nonce, with a row when it was free; null where calls have none */
export const createCommit = (db: Database, nonceInsert: SQL | null): Commit => {
  let unused = nonceInsert;
  const commit = async <Result>(work: (tx: Executor) => Promise<Result>): Promise<Result> => {
    const result = await db.transaction(async (tx) => {
      await consumeNonce(tx, unused);
      return work(tx);
    });
    unused = null;
    return result;
  };
  const statement = async <Row extends Record<string, unknown>>(steps: SQL, answer: SQL): Promise<Row> => {
    const { rows } = await db.execute<Row & { nonce_is_new: boolean }>(sql`
      with nonce as (${unused ?? sql`select 1`}), ${steps}
      select exists (select from nonce) as nonce_is_new, ${answer}`);
    const [row] = rows;
    if (!row?.nonce_is_new) throw new ApiError("request_replayed");
    unused = null;
    return row as Row; // its other columns are those of `answer`
  };
  return Object.assign(commit, { statement });
};

/** @throws ApiError `request_replayed` when the call was made before. */
export const consumeNonce = async (tx: Executor, nonceInsert: SQL | null): Promise<void> => {
  if (nonceInsert && (await tx.execute(nonceInsert)).rows.length === 0) throw new ApiError("request_replayed");
};
