import { readStopRecoveryFragment, routes, smallWalletLamports, walletWaits } from "@tribe/contract";
import { afterAll, afterEach, beforeAll } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/start-test-app.ts";
import { type BalanceNode, startBalanceNode } from "./balance-node.ts";
import { walletFrames } from "./wallet-frames.ts";

const { wallet } = routes;
const day = walletWaits.recoverySeconds * 1_000;
/** The least that makes a wallet wait: 0.05 SOL. */
export const worth = Number(smallWalletLamports);
/** The time of the nodes' newest block, unless a test says otherwise, ms since 1970. */
export const ahead = 4_102_444_800_000;

/**
 * A server for a whole test file with two operators' nodes, where every new owner's wallet is worth enough that a mailed link
 * waits, and the steps of such a wait. Called at the top of a file: it starts and stops with the file's tests.
 */
export const recoverySteps = () => {
  let server: TestApp;
  let node: BalanceNode;
  let second: BalanceNode;
  const frames = walletFrames(() => server);
  beforeAll(async () => {
    [node, second] = [await startBalanceNode(), await startBalanceNode()];
    server = await startTestApp({ chain: node.chain, config: { signerRpcUrl: second.rpcUrl } });
  });
  afterEach(() => {
    server.clock.offset = 0;
    for (const each of [node, second]) Object.assign(each, { others: 0, blockTime: ahead });
  });
  afterAll(async () => {
    await server.stop();
    for (const each of [node, second]) each.stop();
  });

  type AtFrame = Parameters<typeof frames.refresh>[0];
  const newOwner = async () => {
    const owner = await frames.newOwner();
    node.lamports.set(owner.owner.address, worth);
    return owner;
  };
  /** An attacker with access to the mailbox: signed in as its owner, in another browser. */
  const readerOf = async (email: string): Promise<AtFrame> => {
    const person = await server.newPerson(email);
    return { person, frame: await frames.openFrame(person) };
  };

  return {
    ...frames,
    server: () => server,
    node: () => node,
    /** Both nodes that the process with the keys asks. */
    nodes: () => [node, second],
    newOwner,
    /** Somebody whose wallet has nothing. */
    newEmptyOwner: frames.newOwner,
    newPair: async () => {
      const pair = await frames.newPair();
      node.lamports.set(pair.owner.address, worth);
      return pair;
    },
    readerOf,
    recoveriesOf: async ({ frame }: AtFrame) => (await frame.call(wallet.wallet, {})).recoveries ?? [],
    /** A browser that waits for the wallet after opening a link. */
    waiting: async () => {
      const owner = await newOwner();
      const asking = await readerOf(owner.person.email);
      const answer = await frames.askAndOpen(asking);
      if (!("wait" in answer)) throw new Error("the wallet is worth enough to wait");
      return { owner, asking, wait: answer.wait };
    },
    /** Whether a link that is opened now starts a wait of a full day. */
    wholeDay: async (at: AtFrame): Promise<boolean> => {
      const before = server.ctx.now();
      const answer = await frames.askAndOpen(at);
      return "wait" in answer && answer.wait.readyAt >= before + day;
    },
    stopLinkTo: async (email: string) => {
      const { text = "" } = (await frames.lastMail(email)) ?? {};
      const link = readStopRecoveryFragment(/#stoprecovery=\S+/.exec(text)?.[0] ?? "");
      if (!link) throw new Error("the mail's link stops the wait");
      return link;
    },
  };
};
