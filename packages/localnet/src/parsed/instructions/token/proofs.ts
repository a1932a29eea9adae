import type { FieldReader } from "../../field-reader.ts";
import { ELGAMAL_CIPHERTEXT } from "../../token/extensions/confidential.ts";
import type { InstructionAccounts } from "../instruction-accounts.ts";

/** Bytes of the amount that an auditor can decrypt; nodes do not show it. */
export const AUDITOR_CIPHERTEXTS = 2 * ELGAMAL_CIPHERTEXT;

/** What a proof is about, as its fields begin. */
export type Proof =
  | "equality"
  | "ciphertextValidity"
  | "transferAmountCiphertextValidity"
  | "feeSigma"
  | "feeCiphertextValidity"
  | "range";

/** Locations of an instruction's proofs: relative positions of other instructions, or zero for an account. */
export class ProofOffsets {
  readonly #offsets: ReadonlyMap<Proof, number>;

  /** Reads them in the order in which the data has them. */
  constructor(data: FieldReader, ...order: readonly Proof[]) {
    this.#offsets = new Map(order.map((proof) => [proof, data.i8()]));
  }

  /** As the RPC writes them. */
  fields(): Record<string, number> {
    return Object.fromEntries([...this.#offsets].map(([proof, at]) => [`${proof}ProofInstructionOffset`, at]));
  }

  /**
   * The accounts from a position on: the instructions sysvar when a proof is in another instruction, the proofs' own in
   * their order, and the owner. Whether one is a proof's or a multisig's signer can't be told; nodes take it for the
   * former.
   */
  accounts(accounts: InstructionAccounts, start: number, ...order: readonly Proof[]) {
    const info: Record<string, string> = {};
    let at = start;
    if ([...this.#offsets.values()].some((offset) => offset !== 0)) info.instructionsSysvar = accounts.at(at++);
    for (const proof of order) {
      if (at >= accounts.count - 1) break;
      info[`${proof}Proof${this.#offsets.get(proof) === 0 ? "ContextState" : "Record"}Account`] = accounts.at(at++);
    }
    return { ...info, ...accounts.signedBy(at, "owner") };
  }
}

/** The one proof of an instruction: an account with its outcome, or the instructions sysvar and perhaps a record. */
export function singleProof(accounts: InstructionAccounts, at: number, offset: number) {
  if (offset === 0) return { proofContextStateAccount: accounts.at(at), ...accounts.signedBy(at + 1, "owner") };
  const info = { instructionsSysvar: accounts.at(at) };
  if (accounts.count <= at + 2) return { ...info, ...accounts.signedBy(at + 1, "owner") };
  return { ...info, recordAccount: accounts.at(at + 1), ...accounts.signedBy(at + 2, "owner") };
}
