/** Instructions of other programs, as anybody can send them. */
import {
  AccountRole,
  type Address,
  getAddressEncoder,
  type Instruction,
  type KeyPairSigner,
  type TransactionSigner,
} from "@solana/kit";
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

/** The system program's creation of an account with its own key, owned by any program. */
export const createAccountInstruction = (
  payer: KeyPairSigner,
  made: KeyPairSigner,
  owner: Address,
  space: bigint,
): Instruction => ({
  programAddress: "11111111111111111111111111111111" as Address, // the system program's well-known address
  accounts: [signerMeta(payer, AccountRole.WRITABLE_SIGNER), signerMeta(made, AccountRole.WRITABLE_SIGNER)],
  data: Uint8Array.of(
    ...[0, 0, 0, 0],
    ...u64(6_960n * (128n + space)),
    ...u64(space),
    ...getAddressEncoder().encode(owner),
  ),
});

/** Token-2022's burn, without our program. */
export const burnInstruction = (owner: KeyPairSigner, account: Address, mint: Address, units: bigint): Instruction => ({
  programAddress: token2022,
  accounts: [
    { address: account, role: AccountRole.WRITABLE },
    { address: mint, role: AccountRole.WRITABLE },
    signerMeta(owner),
  ],
  data: Uint8Array.of(8, ...u64(units)),
});

/** Token-2022's mint, without our program. */
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
