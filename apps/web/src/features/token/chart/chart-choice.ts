import * as z from "zod/mini";
import { createStoredStore } from "../../../shared/state/store.ts";
import { storageKeys } from "../../../shared/storage/keys.ts";
import { stored } from "../../../shared/storage/stored.ts";

const choiceSchema = z.object({ kind: z.enum(["line", "candles"]), of: z.enum(["price", "marketCap"]) });

/** The person's settings for charts: stored in the browser, changed only by the toolbar. */
export type ChartChoice = z.output<typeof choiceSchema>;
export type ChartKind = ChartChoice["kind"];

const kept = stored(storageKeys.chart, choiceSchema);

export const chartChoice = createStoredStore<ChartChoice>({
  read: () => kept.read() ?? { kind: "line", of: "price" },
  write: kept.write,
});
