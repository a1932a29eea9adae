import type { TransactionSignature } from "@tribe/contract";

/** The last transfer of a page. */
export interface TransferCursor {
  readonly time: Date;
  readonly signature: string;
}

/** Reads a cursor; null before the first page. */
export const readCursor = (cursor: string | undefined): TransferCursor | null => {
  const [time, signature] = cursor?.split(".") ?? [];
  return time === undefined || signature === undefined ? null : { time: new Date(Number(time)), signature };
};

/** A transfer, by when it landed. */
interface Landed {
  readonly changedAt: Date;
  readonly signature: TransactionSignature | null;
}

type Signed<Row> = Row & { readonly signature: TransactionSignature };

/** The first transfers of several lists, the newest first, with the cursor of the next page; null after the last one. */
export const mergePage = <Row extends Landed>(
  lists: readonly (readonly Row[])[],
  limit: number,
): { readonly page: Signed<Row>[]; readonly nextCursor: string | null } => {
  const rows = lists
    .flat()
    .flatMap((row) => (row.signature === null ? [] : [{ ...row, signature: row.signature }]))
    .sort((a, b) => b.changedAt.getTime() - a.changedAt.getTime() || (a.signature < b.signature ? 1 : -1));
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: last && rows.length > limit ? `${last.changedAt.getTime()}.${last.signature}` : null };
};
