import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  type Base64EncodedWireTransaction,
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  type Address as KitAddress,
  lamports as kitLamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signBytes,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { associatedTokenAddress, fromChainAddress } from "@tribe/chain/accounts";
import { buildBuyMessage, tradeAddresses } from "@tribe/chain/messages";
import { assembleTransaction, computeUnitLimit, toBase64, toSignature } from "@tribe/chain/transactions";
import { type Address, lamports, type Mint, type TokenId, type TokenUnits } from "@tribe/contract";
import { noFlags } from "@tribe/domain/money";
import type { Tribe } from "../product/tribe.ts";
import { sol } from "./people.ts";
import { untilConfirmed } from "./until-confirmed.ts";

const token2022 = address("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");
const associatedTokens = address("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL");
const system = address("11111111111111111111111111111111");

/** A wallet without an account with us, which bought on the curve and transfers its tokens in parts, without our server. */
export interface Giver {
  /** How many of its transactions name the recipient's wallet, and so stand among that wallet's own. */
  naming(): number;
  give(units: TokenUnits): Promise<void>;
  /** Transfers into a token account of theirs that is not the associated one: anybody can create such an account for them. */
  giveElsewhere(units: TokenUnits): Promise<void>;
}

interface GiverOptions {
  readonly tokenId: TokenId;
  readonly mint: Mint;
  /** The amount that it buys. */
  readonly units: TokenUnits;
  readonly to: Address;
}

/** Opens an account of somebody's that holds nothing, as anybody can. */
export const openEmptyAccount = async (tribe: Tribe, mint: Mint, owner: Address): Promise<void> => {
  const { signer, act } = await openPayer(tribe);
  await act(await makeAccount(signer, mint, owner));
};

/** Creates the wallet and buys; the installation's admin key co-signs, as the server would. */
export const openGiver = async (tribe: Tribe, { tokenId, mint, units, to }: GiverOptions): Promise<Giver> => {
  const { programAddress: program } = tribe.config();
  const bytes: readonly number[] = JSON.parse(await readFile(join(tribe.dataDir, "keys", "admin.json"), "utf8"));
  const admin = await createKeyPairSignerFromBytes(Uint8Array.from(bytes));
  const { rpc, signer, send, act } = await openPayer(tribe);
  const wallet = fromChainAddress(signer.address);

  const { blockhash } = (await rpc.getLatestBlockhash({ commitment: "confirmed" }).send()).value;
  const message = await buildBuyMessage({
    program,
    wallet,
    admin: fromChainAddress(admin.address),
    ...(await tradeAddresses(tokenId, program)),
    flags: noFlags,
    referrer: null,
    tokens: units,
    maxLamports: lamports(sol(10)),
    minTokens: units,
    makesTokenAccount: true,
    blockhash,
    computeUnitLimit: computeUnitLimit("buy", { makesTokenAccount: true }),
    microLamportsPerUnit: 0n,
  });
  const signatures: Record<Address, ReturnType<typeof toSignature>> = {};
  for (const each of [signer, admin])
    signatures[fromChainAddress(each.address)] = toSignature(await signBytes(each.keyPair.privateKey, message));
  // The same base64 text, with kit's branded type.
  const wire = toBase64(assembleTransaction(message, signatures)) as string as Base64EncodedWireTransaction;
  await send(wire);
  let naming = 1;
  await act(await makeAccount(signer, mint, to));
  return {
    naming: () => naming,
    give: async (amount) => {
      naming += 1;
      await act(
        // Theirs was closed if they sold or converted everything.
        await makeAccount(signer, mint, to),
        await transfer(signer, mint, address(await associatedTokenAddress(to, mint)), amount),
      );
    },
    giveElsewhere: async (amount) => {
      const account = await generateKeyPairSigner();
      const space = 165n; // a token account without extensions
      const rent = await rpc.getMinimumBalanceForRentExemption(space).send();
      await act(
        createTokenAccount(signer, account, rent, space),
        {
          programAddress: token2022,
          accounts: [
            { address: account.address, role: AccountRole.WRITABLE },
            { address: address(mint), role: AccountRole.READONLY },
          ],
          data: Uint8Array.of(18, ...getAddressEncoder().encode(address(to))), // InitializeAccount3
        },
        await transfer(signer, mint, account.address, amount),
      );
    },
  };
};

/** A new wallet with SOL, and how it sends transactions. */
const openPayer = async (tribe: Tribe) => {
  const rpc = createSolanaRpc(tribe.config().rpcUrl);
  const signer = await generateKeyPairSigner();
  await rpc.requestAirdrop(signer.address, kitLamports(sol(20))).send();
  await untilConfirmed(
    async () => (await rpc.getBalance(signer.address, { commitment: "confirmed" }).send()).value > 0n,
  );
  const send = async (transaction: Base64EncodedWireTransaction) => {
    const signature = await rpc
      .sendTransaction(transaction, { encoding: "base64", preflightCommitment: "confirmed" })
      .send();
    await untilConfirmed(async () => {
      const [status] = (await rpc.getSignatureStatuses([signature]).send()).value;
      return Boolean(status && status.confirmationStatus !== "processed");
    });
  };
  const act = async (...instructions: readonly Instruction[]) => {
    const { value } = await rpc.getLatestBlockhash({ commitment: "confirmed" }).send();
    const transaction = await signTransactionMessageWithSigners(
      pipe(
        createTransactionMessage({ version: 0 }),
        (empty) => setTransactionMessageFeePayerSigner(signer, empty),
        (paid) => setTransactionMessageLifetimeUsingBlockhash(value, paid),
        (timed) => appendTransactionMessageInstructions(instructions, timed),
      ),
    );
    await send(getBase64EncodedWireTransaction(transaction));
  };
  return { rpc, signer, send, act };
};

/** Creates an owner's associated token account. */
const makeAccount = async (payer: KeyPairSigner, mint: Mint, owner: Address): Promise<Instruction> => ({
  programAddress: associatedTokens,
  accounts: [
    paying(payer),
    { address: address(await associatedTokenAddress(owner, mint)), role: AccountRole.WRITABLE },
    { address: address(owner), role: AccountRole.READONLY },
    { address: address(mint), role: AccountRole.READONLY },
    { address: system, role: AccountRole.READONLY },
    { address: token2022, role: AccountRole.READONLY },
  ],
  data: Uint8Array.of(1), // CreateIdempotent
});

/** Creates an empty account that the token program owns. */
const createTokenAccount = (payer: KeyPairSigner, made: KeyPairSigner, rent: bigint, space: bigint): Instruction => {
  const data = new Uint8Array(52); // CreateAccount is 0: lamports, space, owner
  const view = new DataView(data.buffer);
  view.setBigUint64(4, rent, true);
  view.setBigUint64(12, space, true);
  data.set(getAddressEncoder().encode(token2022), 20);
  return { programAddress: system, accounts: [paying(payer), paying(made)], data };
};

/** Transfers tokens from an owner's associated account to any account. */
const transfer = async (from: KeyPairSigner, mint: Mint, to: KitAddress, units: TokenUnits): Promise<Instruction> => {
  const data = new Uint8Array(10);
  data[0] = 12; // TransferChecked: amount, decimals
  new DataView(data.buffer).setBigUint64(1, units, true);
  data[9] = 9;
  const source = address(await associatedTokenAddress(fromChainAddress(from.address), mint));
  return {
    programAddress: token2022,
    accounts: [
      { address: source, role: AccountRole.WRITABLE },
      { address: address(mint), role: AccountRole.READONLY },
      { address: to, role: AccountRole.WRITABLE },
      paying(from),
    ],
    data,
  };
};

const paying = (signer: KeyPairSigner) =>
  ({ address: signer.address, role: AccountRole.WRITABLE_SIGNER, signer }) as const;
