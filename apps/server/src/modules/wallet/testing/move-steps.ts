import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/start-test-app.ts";
import { type BalanceNode, startBalanceNode } from "./balance-node.ts";
import { newWallet, type Owner, walletFrames } from "./wallet-frames.ts";

/**
 * A server for a whole test file, with a node where every wallet is empty until a test says otherwise, and the steps of a move to a
 * new wallet. Called at the top of a file: it starts and stops with the file's tests.
 */
export const moveSteps = () => {
  let node: BalanceNode;
  let server: TestApp;
  const frames = walletFrames(() => server);
  beforeAll(async () => {
    node = await startBalanceNode();
    server = await startTestApp({ chain: node.chain });
  });
  beforeEach(() => {
    for (const each of [node.lamports, node.tokens, node.chiefs]) each.clear();
  });
  afterEach(() => {
    server.clock.offset = 0;
  });
  afterAll(async () => {
    await server.stop();
    node.stop();
  });

  /** Requests a move of an empty wallet, which has no wait. @returns a proof that is still fresh */
  const askedFor = async (owner: Owner): Promise<string> => {
    const proof = await frames.proofOf(owner);
    await owner.frame.askForKey(proof, "move");
    return proof;
  };

  return {
    ...frames,
    node: () => node,
    server: () => server,
    askedFor,
    /** Moves the clock by a minute, the window of these calls' rate limit. */
    aMinuteLater: (owner: Owner): void => {
      server.clock.offset += 61_000;
      frames.refresh(owner);
    },
    /** An account that has moved to a new wallet. */
    moved: async (owner: Owner) => {
      const proof = await askedFor(owner);
      const to = newWallet();
      await owner.frame.storeMove(proof, to);
      await owner.frame.confirmMove(proof, owner.owner, to);
      return { ...owner, from: owner.owner, to, proof };
    },
  };
};
