import { bigint, integer, pgTable, varchar } from "drizzle-orm/pg-core";

/**
 * Calls in windows of a minute that all processes count together, in the form of `rate-limiter-flexible`. Its migration makes it
 * unlogged: an entry is worth nothing after a minute, nor after a crash of the database.
 */
export const rateLimits = pgTable("rate_limits", {
  key: varchar("key", { length: 255 }).primaryKey(),
  points: integer("points").notNull().default(0),
  /** Milliseconds since 1970. */
  expire: bigint("expire", { mode: "number" }),
});
