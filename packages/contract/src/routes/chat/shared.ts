import * as z from "zod/mini";
import { addressSchema, withoutNull } from "../../primitives.ts";

export const mintQuery = z.object({ mint: addressSchema });
export const pageLimit = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50);
/** The cursor of the next page, in each list's own format. */
export const cursor = z.optional(z.string().check(z.maxLength(200), withoutNull));
export const seqQuery = z.coerce.number().check(z.int(), z.minimum(1));

export const gate = ["not_found", "not_a_member", "banned"] as const;
