import { type FirstData, firstDataId, firstDataSchema } from "@tribe/contract";
import * as z from "zod/mini";

/** What the server wrote into the page, or null: damaged data are no data. */
export const readFirstData = (page: Document = document): FirstData | null => {
  try {
    const block = page.getElementById(firstDataId);
    return block && z.decode(firstDataSchema, JSON.parse(block.textContent));
  } catch {
    return null;
  }
};
