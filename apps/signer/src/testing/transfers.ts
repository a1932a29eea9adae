import { createKeyPairSignerFromPrivateKeyBytes } from "@solana/kit";
import { fromChainAddress } from "@tribe/chain/accounts";
import { type Address, lamports } from "@tribe/contract";
import { expect } from "vitest";
import { toBase64 } from "../keys/bytes.ts";
import { transferMessage } from "./messages.ts";
import { codeOf, confirmable, type signedIn, view } from "./open-signer.ts";

/** An address that nobody here owns, the same for each seed. */
export const somebody = async (seed: number): Promise<Address> =>
  fromChainAddress((await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(seed))).address);
export type Connection = Awaited<ReturnType<typeof signedIn>>;

/** Asks for a transfer, until it waits for a press. */
export const askFor = async (
  { ask, address, signer }: Connection,
  recipient: Address,
  amount: bigint,
  memo?: string,
) => {
  const bytes = await transferMessage(address, {
    ...{ recipient, asset: { kind: "sol", lamports: lamports(amount) } },
    ...(memo === undefined ? {} : { memo }),
  });
  const answer = ask({ method: "signTransaction", message: toBase64(bytes), view });
  await confirmable(signer);
  const screen = signer.stage.screen();
  if (screen.kind !== "confirm") throw new Error("nothing is asked");
  return { answer, content: screen.content };
};

/** Presses Confirm. @returns the answer's error code, null for a signature */
export const press = async (connection: Connection, asked: Awaited<ReturnType<typeof askFor>>, more = {}) => {
  connection.signer.stage.act({ kind: "confirm", ...more });
  return codeOf(await asked.answer);
};

/** Cancels the request. */
export const giveUp = async (connection: Connection, asked: Awaited<ReturnType<typeof askFor>>) => {
  connection.signer.stage.act({ kind: "cancel" });
  expect(codeOf(await asked.answer)).toBe("declined");
};
