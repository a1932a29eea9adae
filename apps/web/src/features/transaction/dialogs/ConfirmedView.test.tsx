import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { TransactionSignature } from "@tribe/contract";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ConfirmedView } from "./ConfirmedView.tsx";

const signature = "5".repeat(88) as TransactionSignature; // any text: it is only shown

const drawnWith = (cache: QueryClient) =>
  renderToString(
    <QueryClientProvider client={cache}>
      <ConfirmedView signature={signature} />
    </QueryClientProvider>,
  );

test("shows 'Confirmed' with a spinner while the page reloads the changed data, then 'Transaction Confirmed'", async () => {
  const cache = new QueryClient();
  let answer: (lamports: bigint) => void = () => undefined;
  const balance = new Promise<bigint>((resolve) => {
    answer = resolve;
  });
  const asked = cache.fetchQuery({ queryKey: ["balance", "somebody"], queryFn: () => balance });
  expect(drawnWith(cache)).toMatch(/role="status">Confirmed</);
  answer(1n);
  await asked;
  expect(drawnWith(cache)).toContain("Transaction Confirmed");
});
