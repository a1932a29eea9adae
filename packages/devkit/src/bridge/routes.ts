import type { FastifyInstance, FastifyRequest } from "fastify";
import { formatSol } from "../card/order.ts";
import type { Treasury } from "../card/treasury.ts";
import { formOf } from "../http/form.ts";
import { isForeignForm } from "../http/guard.ts";
import { sendPage } from "../http/page.ts";
import { readBridgeLink, readSwapAmount } from "./link.ts";
import { type BridgeNews, bridgePage, noSwapPage } from "./pages.ts";

const path = "/bridge/deswap";
const timeoutMs = 30_000;

/** deBridge's page for swaps: a link names the wallet, a press sends it SOL on the local chain. */
export const addBridgeRoutes = (app: FastifyInstance, treasury: Treasury): void => {
  const ending = new AbortController();
  app.addHook("preClose", async () => ending.abort());
  const title = "Bridge";
  const searchOf = ({ raw }: FastifyRequest) => /\?.*$/.exec(raw.url ?? "")?.[0] ?? "";

  app.get("/bridge", (_request, reply) => sendPage(reply, { title, body: noSwapPage(null) }));

  app.get(path, (request, reply) => {
    const search = searchOf(request);
    const link = readBridgeLink(new URLSearchParams(search));
    if (typeof link === "string") return sendPage(reply, { title, body: noSwapPage(link), status: 400 });
    return sendPage(reply, { title, body: bridgePage(link, { action: `${path}${search}`, amount: "1", news: null }) });
  });

  app.post(path, async (request, reply) => {
    const search = searchOf(request);
    const link = readBridgeLink(new URLSearchParams(search));
    if (typeof link === "string") return sendPage(reply, { title, body: noSwapPage(link), status: 400 });
    const typed = (formOf(request.body).get("amount") ?? "").slice(0, 20);
    const sendNews = (kind: BridgeNews["kind"], text: string, status = 200) => {
      const body = bridgePage(link, { action: `${path}${search}`, amount: typed, news: { kind, text } });
      return sendPage(reply, { title, body, status });
    };
    if (isForeignForm(request.headers)) return sendNews("bad", "This form came from another page.", 403);
    const amount = readSwapAmount(typed);
    if (typeof amount === "string") return sendNews("bad", `${amount}.`, 400);
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const outcome = await treasury.settle(await treasury.prepare(link.address, amount, signal), signal);
      if (outcome !== "landed") throw new Error(`the transfer ${outcome}`);
      return sendNews("good", `${formatSol(`${amount}`)} is in your wallet. Go back to Tribe.`);
    } catch {
      return sendNews("bad", "The local chain did not take it. Try again.", 502);
    }
  });
};
