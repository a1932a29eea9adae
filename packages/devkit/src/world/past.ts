import { createSolanaRpc } from "@solana/kit";
import { worldAgeSeconds, worldSteps } from "./script.ts";

/** A chain whose time is closer to the present than this (seconds) was started without a world. */
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
 * Moves the chain's clock to a step's time. A chain in the present stays there: its time cannot go back, and must not run
 * ahead.
 */
export const moveToStep = async (rpcUrl: string, step: number, startedAt: number): Promise<void> => {
  const now = Math.floor(Date.now() / 1_000);
  const time = await chainTime(rpcUrl);
  if (now - time < presentSeconds) return;
  const target = Math.floor(startedAt / 1_000) - Math.floor((worldAgeSeconds * (worldSteps - step)) / worldSteps);
  if (target > time && target < now) await call(rpcUrl, "tribeWarp", { unixTime: target });
};

/** Moves the chain's clock to the machine's, if it is behind. */
export const moveToPresent = async (rpcUrl: string): Promise<void> => {
  if (Math.floor(Date.now() / 1_000) - (await chainTime(rpcUrl)) >= presentSeconds)
    await call(rpcUrl, "tribeWarp", { toPresent: true });
};
