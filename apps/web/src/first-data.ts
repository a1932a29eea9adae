import type { QueryClient } from "@tanstack/react-query";
import { type FirstData, firstDataId, firstDataSchema } from "@tribe/contract";
import * as z from "zod/mini";
import { keys } from "./shared/keys.ts";
import type { Listing } from "./shared/listing/listing.ts";

/**
 * Puts what the server wrote into the page into the cache, so that the first screen is drawn without a call. It is what
 * a visitor sees: for somebody who is signed in, the token is asked for again at once. Damaged data are no data.
 */
export const takeFirstData = (cache: QueryClient, isSignedIn: boolean, page: Document = document): void => {
  const data = read(page);
  if (!data) return;
  const { config, list, token } = data;
  if (config) cache.setQueryData(keys.config(), config);
  if (list)
    cache.setQueryData<Listing>(keys.tokenList(list.tab, list.window, list.search), {
      pages: [{ ...list.page, orderedAt: Date.now() }],
      pageParams: [""],
    });
  if (token) cache.setQueryData(keys.token(token.mint), token, isSignedIn ? { updatedAt: 0 } : {});
};

const read = (page: Document): FirstData | null => {
  try {
    const block = page.getElementById(firstDataId);
    return block && z.decode(firstDataSchema, JSON.parse(block.textContent));
  } catch {
    return null;
  }
};
