import { createSolanaRpc } from "@solana/kit";
import { worldAgeSeconds, worldSteps } from "./script.ts";

/** Nearer to the present than this (seconds) the chain is not in the past: it was started without a world. */
const presentSeconds = 3_600;

const call = async (rpcUrl: string, method: string, params: unknown): Promise<void> => {
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: [params] }),
  });
  const answer = (await response.json()) as { error?: { message: string } }; // JSON-RPC 2.0
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
};

const chainTime = async (rpcUrl: string): Promise<number> => {
  const rpc = createSolanaRpc(rpcUrl);
  const slot = await rpc.getSlot({ commitment: "confirmed" }).send();
  return Number(await rpc.getBlockTime(slot).send());
};

/**
 * Moves the chain's clock to where a step belongs. A chain that lives in the present stays there: its time cannot go
 * back, and must not run ahead.
 */
export const moveToStep = async (rpcUrl: string, step: number, startedAt: number): Promise<void> => {
  const now = Math.floor(Date.now() / 1_000);
  const time = await chainTime(rpcUrl);
  if (now - time < presentSeconds) return;
  const target = Math.floor(startedAt / 1_000) - Math.floor((worldAgeSeconds * (worldSteps - step)) / worldSteps);
  if (target > time && target < now) await call(rpcUrl, "tribeWarp", { unixTime: target });
};

/** Catches up with the machine's clock, if the chain is behind it. */
export const moveToPresent = async (rpcUrl: string): Promise<void> => {
  if (Math.floor(Date.now() / 1_000) - (await chainTime(rpcUrl)) >= presentSeconds)
    await call(rpcUrl, "tribeWarp", { toPresent: true });
};
