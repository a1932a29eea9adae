/** Instructions of other programs, as anybody can send them, and ours with one account bent. */
import { AccountRole, type Address, type Instruction, type KeyPairSigner, type TransactionSigner } from "@solana/kit";
import { token2022 } from "./chain.ts";

const u64 = (amount: bigint): Uint8Array => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, amount, true);
  return bytes;
};
const signerMeta = (signer: TransactionSigner, role = AccountRole.READONLY_SIGNER) =>
  ({ address: signer.address, role, signer }) as const;

/** The system program's transfer. */
export const transferInstruction = (from: KeyPairSigner, to: Address, amount: bigint): Instruction => ({
  programAddress: "11111111111111111111111111111111" as Address, // the system program's well-known address
  accounts: [signerMeta(from, AccountRole.WRITABLE_SIGNER), { address: to, role: AccountRole.WRITABLE }],
  data: Uint8Array.of(2, 0, 0, 0, ...u64(amount)),
});

/** Token-2022's burn, past our program. */
export const burnInstruction = (owner: KeyPairSigner, account: Address, mint: Address, units: bigint): Instruction => ({
  programAddress: token2022,
  accounts: [
    { address: account, role: AccountRole.WRITABLE },
    { address: mint, role: AccountRole.WRITABLE },
    signerMeta(owner),
  ],
  data: Uint8Array.of(8, ...u64(units)),
});

/** Token-2022's mint, past our program. */
export const mintInstruction = (
  authority: KeyPairSigner,
  account: Address,
  mint: Address,
  units: bigint,
): Instruction => ({
  programAddress: token2022,
  accounts: [
    { address: mint, role: AccountRole.WRITABLE },
    { address: account, role: AccountRole.WRITABLE },
    signerMeta(authority),
  ],
  data: Uint8Array.of(7, ...u64(units)),
});

type Meta = { readonly address: Address; readonly role: AccountRole; readonly signer?: TransactionSigner };
const isSigner = (role: AccountRole) => role === AccountRole.READONLY_SIGNER || role === AccountRole.WRITABLE_SIGNER;
const isWritable = (role: AccountRole) => role === AccountRole.WRITABLE || role === AccountRole.WRITABLE_SIGNER;
const roleOf = (signer: boolean, writable: boolean): AccountRole =>
  signer
    ? writable
      ? AccountRole.WRITABLE_SIGNER
      : AccountRole.READONLY_SIGNER
    : writable
      ? AccountRole.WRITABLE
      : AccountRole.READONLY;

/** Changes the account at an index. */
export function bent(instruction: Instruction, index: number, change: (meta: Meta) => Meta): Instruction {
  const accounts = (instruction.accounts ?? []).map((meta, each) => (each === index ? change(meta as Meta) : meta)); // no lookup tables here
  return { ...instruction, accounts };
}

export const withoutSignature = ({ address, role }: Meta): Meta => ({ address, role: roleOf(false, isWritable(role)) });
export const readOnly = ({ role, ...meta }: Meta): Meta => ({ ...meta, role: roleOf(isSigner(role), false) });
export const replacedBy =
  (other: KeyPairSigner) =>
  ({ role }: Meta): Meta => ({ address: other.address, role, ...(isSigner(role) ? { signer: other } : {}) });
export const movedTo =
  (address: Address) =>
  ({ role }: Meta): Meta => ({ address, role: roleOf(false, isWritable(role)) });
