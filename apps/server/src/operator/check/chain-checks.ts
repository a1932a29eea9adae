import { decodeFactory, factoryAddress, toChainAddress } from "@tribe/chain/accounts";
import type { Address } from "@tribe/contract";
import type { Chain } from "../../engines/chain/port.ts";
import { readAccount } from "../../engines/chain/read-account.ts";
import type { Environment } from "../../settings/environment.ts";
import { roles } from "../../settings/roles.ts";
import { refuseMainnet } from "../../start/check-chain.ts";
import { unreachedChain } from "../unreached-chain.ts";
import type { Check } from "./check.ts";

/** Payouts and migrations stop below it: some thousand transactions. */
const fewLamports = 50_000_000n;
const inSol = (lamports: bigint): string => `${(Number(lamports) / 1e9).toFixed(3)} SOL`;

/** The node, its cluster and our program there, the factory and the admin's SOL. */
export const chainChecks = (
  chain: Chain,
  environment: Environment,
  admin: () => Promise<{ readonly address: Address }>,
): readonly Check[] => [
  {
    name: "chain",
    run: async () => {
      const reason = await unreachedChain(chain);
      if (reason !== null) throw new Error(reason);
      await refuseMainnet(chain, environment, new Set(roles));
      return `${new URL(chain.rpcUrl).host} has ${chain.programAddress}`;
    },
  },
  {
    name: "factory",
    run: async () => {
      const data = await readAccount(chain, await factoryAddress(chain.programAddress)).catch(() => {
        throw new Error("the chain does not answer");
      });
      const factory = data && decodeFactory(data);
      if (!factory) throw new Error("not set up on this chain: run setup-factory");
      const own = await admin().catch(() => null);
      if (own === null) return `its admin is ${factory.admin}, whose key is not here`;
      if (own.address !== factory.admin)
        throw new Error(
          `its admin is ${factory.admin}, the key here is ${own.address}: TRIBE_DATA_DIR leads to another's keys`,
        );
      const { value } = await chain.rpc.getBalance(toChainAddress(own.address)).send();
      if (value < fewLamports)
        throw new Error(
          `its admin ${own.address} has ${inSol(value)} for payouts and migrations: send at least ${inSol(fewLamports)}`,
        );
      return `its admin has ${inSol(value)}`;
    },
  },
];
