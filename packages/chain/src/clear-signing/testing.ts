import {
  type AccountMeta,
  type AccountRole,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import type { Address } from "@tribe/contract";
import { toChainAddress } from "../accounts/addresses.ts";
import { context, messages, wallet } from "../testing.ts";
import { describeMessage } from "./describe.ts";
import type { RefusalReason } from "./description.ts";

/** The bytes of a fixture by name. @throws for an unknown name */
export const bytesOf = async (name: string): Promise<Uint8Array<ArrayBuffer>> => {
  const message = messages.find((each) => each.name === name);
  if (!message) throw new Error(`no message ${name}`);
  return message.bytes;
};

/** Decompiles a message, changes its instructions, and compiles it with the same payer and blockhash. */
export const rewrite = (
  bytes: Uint8Array,
  change: (instructions: Instruction[]) => Instruction[],
  payer: Address = wallet,
): Uint8Array<ArrayBuffer> => {
  const compiled = getCompiledTransactionMessageDecoder().decode(bytes);
  if (compiled.version !== 0) throw new Error("version 0 is expected");
  const { instructions } = decompileTransactionMessage(compiled);
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(toChainAddress(payer), empty),
    (paid) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash(compiled.lifetimeToken), lastValidBlockHeight: 0n },
        paid,
      ),
    (live) => appendTransactionMessageInstructions(change([...instructions]), live),
  );
  return Uint8Array.from(compileTransaction(message).messageBytes);
};

/** Account metas from pairs. */
export const accounts = (...metas: [Address, AccountRole][]): AccountMeta[] =>
  metas.map(([address, role]) => ({ address: toChainAddress(address), role }));

/** An instruction with exactly these bytes. */
export const instruction = (
  programAddress: Instruction["programAddress"],
  data: number[],
  metas: AccountMeta[] = [],
): Instruction => ({
  programAddress,
  data: Uint8Array.from(data),
  accounts: metas,
});

/** The message with one account of an instruction replaced, by default of the last instruction. */
export const withAccount = (bytes: Uint8Array, index: number, address: Address, at = -1): Uint8Array<ArrayBuffer> =>
  rewrite(bytes, (all) => {
    const target = all.at(at);
    if (!target?.accounts) throw new Error("no such instruction");
    const changed = target.accounts.map((meta, position) =>
      position === (index < 0 ? (target.accounts?.length ?? 0) + index : index)
        ? { address: toChainAddress(address), role: meta.role }
        : meta,
    );
    return all.with(at, { ...target, accounts: changed });
  });

/** The reason for which a message is refused, or `described`. */
export const reasonOf = async (bytes: Uint8Array): Promise<RefusalReason | "described"> => {
  const result = await describeMessage(bytes, context);
  return result.kind === "refused" ? result.reason : "described";
};
