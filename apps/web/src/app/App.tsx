import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { queryClient } from "../shared/api/query-client.ts";
import type { AppRouter } from "./router.tsx";

/** The page: one cache, one router. Everything else hangs in the shell. */
export const App = ({ router }: { router: AppRouter }) => (
  <QueryClientProvider client={queryClient()}>
    <RouterProvider router={router} />
  </QueryClientProvider>
);
