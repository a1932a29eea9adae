import { createServer } from "node:http";
import type { Address } from "@tribe/contract";
import { connectChain } from "../../../engines/chain/connect.ts";
import type { Chain } from "../../../engines/chain/port.ts";

/** A node that knows the balances of wallets and nothing else: no wallet has a token. */
export interface BalanceNode {
  readonly rpcUrl: string;
  readonly chain: Chain;
  /** By the wallet's address. */
  readonly lamports: Map<string, number>;
  /** What everybody else has: nothing at first. Null while the node does not answer. */
  others: number | null;
  stop(): void;
}

/** Starts one on a free port. */
export const startBalanceNode = async (): Promise<BalanceNode> => {
  const balances: Pick<BalanceNode, "lamports" | "others"> = { lamports: new Map(), others: 0 };
  const node = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const { others } = balances;
    if (others === null) return response.writeHead(503).end();
    const answer = (call: { id: unknown; method: string; params: readonly string[] }) => {
      const value = call.method === "getBalance" ? (balances.lamports.get(call.params[0] ?? "") ?? others) : [];
      return { jsonrpc: "2.0", id: call.id, result: { context: { slot: 1 }, value } };
    };
    const asked = JSON.parse(text);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)));
  });
  await new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve));
  const place = node.address();
  const rpcUrl = `http://127.0.0.1:${typeof place === "object" ? place?.port : ""}`;
  const programAddress = "11111111111111111111111111111111" as Address; // never called
  return Object.assign(balances, {
    rpcUrl,
    chain: connectChain({ rpcUrl, programAddress, isEmbedded: false }),
    stop: () => {
      node.closeAllConnections();
      node.close();
    },
  });
};
