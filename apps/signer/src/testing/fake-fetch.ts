import { ApiError } from "@tribe/contract";
import type { FakeWalletServer } from "./fake-wallet-server.ts";

/** The HTTP of a fake wallet server, without a socket. */
export const fakeFetch =
  (wallet: FakeWalletServer): typeof fetch =>
  async (input, init) => {
    const { pathname, searchParams } = new URL(String(input));
    const path = pathname.slice("/api".length);
    try {
      const body = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
      return Response.json(await wallet.handle(path, body, Object.fromEntries(searchParams)));
    } catch (error) {
      const { status, code, message } = error instanceof ApiError ? error : new ApiError("internal");
      return Response.json({ error: { code, message } }, { status });
    }
  };
