import { type Base64EncodedWireTransaction, createSolanaRpc, getBase58Decoder, getBase58Encoder } from "@solana/kit";
import { buildSwapBuyMessage } from "@tribe/chain/messages";
import { assembleTransaction, lifecycleComputeUnitLimit, toBase64 } from "@tribe/chain/transactions";
import { lamports } from "@tribe/contract";
import type { TestPerson, TestTribe, TestWorld } from "../../apps/server/src/modules/indexer/testing/test-world.ts";

/** People who swap in one pool, in turn. */
export interface Crowd {
  /** Sends the next person's swap, without our server. @returns its signature once the node has accepted it. */
  swap(): Promise<string>;
}

/** Creates people with SOL who have each swapped once in a migrated Tribe. */
export const gatherCrowd = async (world: TestWorld, tribe: TestTribe, size: number): Promise<Crowd> => {
  const rpc = createSolanaRpc(world.chain.rpcUrl);
  const people = await Promise.all(Array.from({ length: size }, () => world.newPerson({ sol: 100n })));
  let sent = 0;
  let fresh: Promise<string> | null = null;
  let askedAt = 0;
  const blockhash = (): Promise<string> => {
    if (!fresh || performance.now() - askedAt > 1_000) {
      askedAt = performance.now();
      fresh = rpc
        .getLatestBlockhash({ commitment: "confirmed" })
        .send()
        .then(({ value }) => value.blockhash);
    }
    return fresh;
  };
  /** A little more than 0.001 SOL, with a different sum each time, so that all transactions differ. */
  const swapOf = async ({ person, template }: Swapper): Promise<string> => {
    sent += 1;
    const message = Uint8Array.from(template.message);
    message.set(getBase58Encoder().encode(await blockhash()), template.blockhashAt);
    new DataView(message.buffer).setBigUint64(template.sumAt, sumOfTemplate + BigInt(sent), true);
    const signature = await person.sign(toBase64(message));
    // The same base64 text, with kit's branded type.
    const wire = toBase64(assembleTransaction(message, { [person.address]: signature })) as string;
    await rpc.sendTransaction(wire as Base64EncodedWireTransaction, { encoding: "base64", skipPreflight: true }).send();
    return signature;
  };
  const swappers = await Promise.all(
    people.map(async (person) => ({ person, template: await templateOf(world, tribe, person) })),
  );
  await Promise.all(swappers.map(swapOf));
  let turn = 0;
  return {
    swap: () => {
      const swapper = swappers[turn % swappers.length];
      turn += 1;
      if (!swapper) throw new RangeError("nobody came");
      return swapOf(swapper);
    },
  };
};

interface Swapper {
  readonly person: TestPerson;
  readonly template: Template;
}

/**
 * A compiled message and the offsets of its variable parts: built once, so that the load takes little time from the server's
 * cores.
 */
interface Template {
  readonly message: Uint8Array;
  readonly blockhashAt: number;
  readonly sumAt: number;
}

/** A sum whose bytes do not occur elsewhere in the message. */
const sumOfTemplate = 1_234_567n;
const blockhashOfTemplate = new Uint8Array(32).fill(251);

const templateOf = async (world: TestWorld, tribe: TestTribe, person: TestPerson): Promise<Template> => {
  const message = await buildSwapBuyMessage({
    program: world.chain.programAddress,
    wallet: person.address,
    blockhash: getBase58Decoder().decode(blockhashOfTemplate),
    computeUnitLimit: lifecycleComputeUnitLimit("swap", true),
    microLamportsPerUnit: 0n,
    tokenId: tribe.tokenId,
    lamports: lamports(sumOfTemplate),
    minTokens: 1n,
    makesTokenAccount: true,
  });
  const sum = Buffer.alloc(8);
  sum.writeBigUInt64LE(sumOfTemplate);
  const bytes = Buffer.from(message);
  return { message, blockhashAt: bytes.indexOf(blockhashOfTemplate), sumAt: bytes.indexOf(sum) };
};
