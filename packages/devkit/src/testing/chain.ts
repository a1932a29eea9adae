import type { AddressInfo } from "node:net";
import { getBase58Decoder, getCompiledTransactionMessageDecoder, getTransactionDecoder } from "@solana/kit";
import Fastify from "fastify";

/** A transfer that reached the chain. */
interface Landed {
  readonly signature: string;
  readonly to: string;
  readonly lamports: bigint;
}

/** The chain methods that the treasury uses, with switches for failures; the whole-stack tests use the localnet. */
export interface TestChain {
  readonly rpcUrl: string;
  readonly landed: readonly Landed[];
  /** While true, transactions are accepted and lost. */
  losesTransactions: boolean;
  /** Expires all blockhashes returned so far. */
  expireBlockhashes(): void;
  stop(): Promise<void>;
}

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params?: readonly unknown[];
}

export const startTestChain = async (): Promise<TestChain> => {
  const landed: Landed[] = [];
  const balances = new Map<string, number>();
  let height = 100;
  let hashes = 0;
  const app = Fastify();
  const chain = { losesTransactions: false };
  const inContext = (value: unknown) => ({ context: { slot: height }, value });

  const methods: Record<string, (params: readonly unknown[]) => unknown> = {
    getBalance: ([owner]) => inContext(balances.get(String(owner)) ?? 0),
    requestAirdrop: ([owner, amount]) => {
      balances.set(String(owner), (balances.get(String(owner)) ?? 0) + Number(amount));
      const signature = getBase58Decoder().decode(new Uint8Array(64).fill(7));
      landed.push({ signature, to: String(owner), lamports: BigInt(Number(amount)) });
      return signature;
    },
    getLatestBlockhash: () => {
      const blockhash = getBase58Decoder().decode(new Uint8Array(32).fill(++hashes));
      return inContext({ blockhash, lastValidBlockHeight: height + 150 });
    },
    getBlockHeight: () => height,
    getSignatureStatuses: ([signatures]) =>
      inContext(
        [signatures]
          .flat()
          .map((signature) =>
            landed.some((transfer) => transfer.signature === signature)
              ? { slot: height, confirmations: null, err: null, status: { Ok: null }, confirmationStatus: "finalized" }
              : null,
          ),
      ),
    sendTransaction: ([wire]) => {
      const transaction = getTransactionDecoder().decode(Buffer.from(String(wire), "base64"));
      const bytes = Object.values(transaction.signatures)[0] ?? new Uint8Array(64);
      const signature = getBase58Decoder().decode(bytes);
      if (!chain.losesTransactions && !landed.some((transfer) => transfer.signature === signature)) {
        const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
        if (message.version !== "legacy") throw new Error("the treasury sends legacy transactions");
        const data = Buffer.from(message.instructions[0]?.data ?? []);
        landed.push({ signature, to: String(message.staticAccounts[1]), lamports: data.readBigUInt64LE(4) });
      }
      return signature;
    },
  };
  app.post("/", (request, reply) => {
    const { id, method, params = [] } = request.body as Call;
    return reply.send({ jsonrpc: "2.0", id, result: methods[method]?.(params) });
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo; // a TCP server that listens has no other kind of address
  return Object.assign(chain, {
    rpcUrl: `http://127.0.0.1:${port}`,
    landed,
    expireBlockhashes: () => {
      height += 1_000;
    },
    stop: () => app.close(),
  });
};
