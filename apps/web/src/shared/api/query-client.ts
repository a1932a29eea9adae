import { QueryClient } from "@tanstack/react-query";
import { ApiError, apiErrors } from "@tribe/contract";
import { appPart } from "../state/app-part.ts";
import { isOnline } from "../state/use-online.ts";

const isSafeToRetry = (error: unknown): boolean =>
  error instanceof ApiError && apiErrors[error.code].retry === "safe" && error.code !== "system_paused";

/** The page's cache. Only what the catalogue calls safe is asked again by itself. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network a question fails at once, and the page says so; it is asked again when that is back.
        networkMode: "always",
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 3 && isSafeToRetry(error) && isOnline(),
        retryDelay: (attempt, error) =>
          error instanceof ApiError && error.retryAfterSeconds
            ? error.retryAfterSeconds * 1_000
            : Math.min(8_000, 500 * 2 ** attempt),
        staleTime: 5_000,
        // What was seen in this sitting opens again without a network.
        gcTime: 12 * 3_600_000,
      },
      mutations: { retry: false },
    },
  });

const part = appPart<QueryClient>("the cache");

export const provideQueryClient = part.provide;

/** The one cache of the page, for what is no component; components have `useQueryClient`. */
export const queryClient = part.get;
