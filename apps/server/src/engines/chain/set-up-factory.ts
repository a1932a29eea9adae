import { getBase64Encoder, lamports as toKitLamports } from "@solana/kit";
import { decodeFactory, factoryAddress, toChainAddress } from "@tribe/chain/accounts";
import { buildInitializeMessage } from "@tribe/chain/messages";
import { type Address, lamportsPerSol } from "@tribe/contract";
import type { ChainSigner } from "../keys/port.ts";
import { operate, until } from "./operate.ts";
import { type Chain, ChainStartError } from "./port.ts";

/** The keys for the factory's roles; the super admin signs the setup. */
export interface Offices {
  readonly admin: Pick<ChainSigner, "address">;
  readonly superAdmin: ChainSigner;
}

const allowance = 100n * lamportsPerSol;

/**
 * Funds admin and super admin of an embedded chain and sets up the factory, both only if still needed: repeating it changes
 * nothing.
 * @throws ChainStartError for a chain whose factory is of an earlier version.
 */
export const setUpFactory = async (chain: Chain, offices: Offices): Promise<void> => {
  await refuseEarlierVersion(chain);
  // Each waits for its confirmation, so both run at once: the first start waits for them.
  await Promise.all([offices.superAdmin, offices.admin].map(({ address }) => fund(chain, address)));
  await initializeFactory(chain, offices);
};

/**
 * Sets up the factory with our admin and super admin. The super admin pays and must be the program's upgrade
 * authority. @returns false when the factory exists already.
 */
export const initializeFactory = async (chain: Chain, offices: Offices): Promise<boolean> => {
  if (await hasFactory(chain)) return false;
  const superAdmin = offices.superAdmin.address;
  await operate(chain, offices.superAdmin, ({ program, blockhash }) =>
    buildInitializeMessage({
      program,
      payer: superAdmin,
      upgradeAuthority: superAdmin,
      admin: offices.admin.address,
      superAdmin,
      blockhash,
    }),
  ).catch((cause: unknown) => {
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The factory could not be set up: ${words}`, { cause });
  });
  await until("the factory is set up", () => hasFactory(chain));
  return true;
};

/** Tells whether the program's factory exists. */
export const hasFactory = async (chain: Chain): Promise<boolean> => (await factoryBytes(chain)) !== null;

const factoryBytes = async (chain: Chain): Promise<Uint8Array | null> => {
  const address = toChainAddress(await factoryAddress(chain.programAddress));
  const { value } = await chain.rpc.getAccountInfo(address, { encoding: "base64", commitment: "confirmed" }).send();
  return value && new Uint8Array(getBase64Encoder().encode(value.data[0]));
};

/** The embedded chain keeps its accounts when the programs are updated, and the new programs can't read them. */
const refuseEarlierVersion = async (chain: Chain): Promise<void> => {
  const bytes = await factoryBytes(chain);
  if (bytes && !decodeFactory(bytes))
    throw new ChainStartError(
      "The local data was made by an earlier version of Tribe, whose chain this one can't read. " +
        "Start once with npm start -- --reset: it deletes all local data and begins anew.",
    );
};

const fund = async (chain: Chain, address: Address): Promise<void> => {
  const owner = toChainAddress(address);
  const balance = async () => (await chain.rpc.getBalance(owner, { commitment: "confirmed" }).send()).value;
  if ((await balance()) >= allowance / 2n) return;
  // Only test clusters have this method, so kit's own type leaves it out.
  const faucet = chain.rpc as unknown as AirdropRpc;
  await faucet.requestAirdrop(owner, toKitLamports(allowance), { commitment: "confirmed" }).send();
  await until("the airdrop arrives", async () => (await balance()) >= allowance / 2n);
};

interface AirdropRpc {
  requestAirdrop(
    to: ReturnType<typeof toChainAddress>,
    amount: ReturnType<typeof toKitLamports>,
    options: { commitment: "confirmed" },
  ): { send(): Promise<unknown> };
}
