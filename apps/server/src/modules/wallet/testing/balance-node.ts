import { createServer } from "node:http";
import type { Address } from "@tribe/contract";
import { connectChain } from "../../../engines/chain/connect.ts";
import type { Chain } from "../../../engines/chain/port.ts";

/** A node that says what wallets have: nothing at first. */
export interface BalanceNode {
  readonly rpcUrl: string;
  readonly chain: Chain;
  /** By the wallet's address. */
  readonly lamports: Map<string, number>;
  /** What everybody else has: nothing at first. Null while the node does not answer. */
  others: number | null;
  /** Base units of some token by the wallet's address. */
  readonly tokens: Map<string, bigint>;
  /** Wallets that are creators of a Tribe. */
  readonly chiefs: Set<string>;
  /** The time of its newest block, ms since 1970: by default far ahead, as tests move the server's clock. */
  blockTime: number;
  stop(): void;
}

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly string[];
}

const account = (data: Buffer) => ({
  pubkey: "So11111111111111111111111111111111111111112",
  account: {
    ...{ lamports: 2_039_280, owner: "11111111111111111111111111111111", executable: false, rentEpoch: 0 },
    ...{ data: [data.toString("base64"), "base64"], space: data.length },
  },
});
const tribe = account(Buffer.alloc(0));
/** An account of a token that no index knows. */
const holding = (units: bigint) => {
  const data = Buffer.alloc(165, 7);
  data.writeBigUInt64LE(units, 64);
  return account(data);
};

/** Starts one on a free port. */
export const startBalanceNode = async (): Promise<BalanceNode> => {
  const balances: Pick<BalanceNode, "lamports" | "others" | "tokens" | "chiefs" | "blockTime"> = {
    ...{ lamports: new Map(), others: 0, tokens: new Map(), chiefs: new Set(), blockTime: 4_102_444_800_000 },
  };
  const node = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const { others } = balances;
    if (others === null) return response.writeHead(503).end();
    const valueFor = ({ method, params }: Call): unknown => {
      const [of = ""] = params;
      switch (method) {
        case "getBalance":
          return balances.lamports.get(of) ?? others;
        case "getProgramAccounts":
          return [...balances.chiefs].some((chief) => JSON.stringify(params).includes(chief)) ? [tribe] : [];
        case "getTokenAccountsByOwner": {
          const units = balances.tokens.get(of);
          const isFirst = JSON.stringify(params).includes("Tokenkeg");
          return units !== undefined && isFirst ? [holding(units)] : [];
        }
        default:
          return null;
      }
    };
    const answer = (call: Call) => {
      const { blockTime } = balances;
      const result =
        call.method === "getBlockTime"
          ? Math.floor(blockTime / 1_000)
          : { context: { slot: 1 }, value: valueFor(call) };
      return { jsonrpc: "2.0", id: call.id, result };
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
