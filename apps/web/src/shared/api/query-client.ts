import { QueryClient } from "@tanstack/react-query";
import { ApiError, apiErrors } from "@tribe/contract";
import { appPart } from "../state/app-part.ts";
import { isOnline } from "../state/use-online.ts";

const isSafeToRetry = (error: unknown): boolean =>
  error instanceof ApiError && apiErrors[error.code].retry === "safe" && error.code !== "system_paused";

/** Creates the page's query cache. It retries only errors that the catalogue calls safe to retry. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network a query fails at once, and the page says so; it is refetched when the network is back.
        networkMode: "always",
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 3 && isSafeToRetry(error) && isOnline(),
        retryDelay: (attempt, error) =>
          error instanceof ApiError && error.retryAfterSeconds
            ? error.retryAfterSeconds * 1_000
            : Math.min(8_000, 500 * 2 ** attempt),
        staleTime: 5_000,
        // Screens of this visit open again without a network.
        gcTime: 12 * 3_600_000,
      },
      mutations: { retry: false },
    },
  });

const part = appPart<QueryClient>("the cache");

export const provideQueryClient = part.provide;

/** The page's one cache, for code outside components; those use `useQueryClient`. */
export const queryClient = part.get;
