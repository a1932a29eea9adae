import { isAddress } from "@tribe/chain/accounts";
import type { FastifyInstance } from "fastify";
import type { Treasury } from "../card/treasury.ts";
import { formOf } from "../http/form.ts";
import { isForeignForm } from "../http/guard.ts";
import { sendPage } from "../http/page.ts";
import { type TokensNews, tokensPage } from "./pages.ts";
import { mintSample, type SampleName, samples, sampleTokens } from "./sample-tokens.ts";

const isSample = (name: string): name is SampleName => Object.hasOwn(samples, name);
const timeoutMs = 30_000;

/** The page below `/tokens`, which mints a wallet a token that its Chief can airdrop. */
export const addTokenRoutes = (app: FastifyInstance, treasury: Treasury): void => {
  const ending = new AbortController();
  app.addHook("preClose", async () => ending.abort());
  const page = (address: string, news: TokensNews | null) => ({ title: "Tokens", body: tokensPage(address, news) });

  app.get("/tokens", (_request, reply) => sendPage(reply, page("", null)));

  app.post("/tokens", async (request, reply) => {
    const form = formOf(request.body);
    const [address, name] = [(form.get("address") ?? "").trim(), form.get("token") ?? ""];
    const refuse = (text: string, status = 400) =>
      sendPage(reply, { ...page(address.slice(0, 44), { kind: "bad", text }), status });
    if (isForeignForm(request.headers)) return refuse("This form came from another page.", 403);
    if (!isAddress(address)) return refuse("That is no wallet address.");
    if (!isSample(name)) return refuse("There is no such token.");
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const mint = await mintSample(treasury, name, address, signal);
      const text = `${sampleTokens.toLocaleString("en")} of ${mint} are in the wallet.`;
      return sendPage(reply, page(address, { kind: "good", text }));
    } catch {
      return refuse("The local chain did not take it. Try again.", 502);
    }
  });
};
