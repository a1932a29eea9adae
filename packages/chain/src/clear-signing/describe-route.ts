import { TOKEN_2022_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token-2022";
import type { Address } from "@tribe/contract";
import { associatedTokenAddress, fromChainAddress, migrationAddresses } from "../accounts/addresses.ts";
import { readTokenWitness } from "../accounts/token-witness.ts";
import {
  jupiterAuthority,
  jupiterEventAuthority,
  jupiterProgramAddress,
  minOutputOf,
  readRouteHead,
  type SharedRouteAccount,
  sharedRouteAccounts,
  wrappedSolMint,
} from "../jupiter/route.ts";
import { buildRouteMessage, rentOfRoute, wrappedSolAccount } from "../jupiter/route-message.ts";
import { tradeAddresses } from "../messages/messages.ts";
import { spendOf } from "../transactions/spend.ts";
import { Refused, type RouteDescription } from "./description.ts";
import { checkSigners, type Described, frameOf, type Read, sharedByWallet } from "./reading.ts";

const programs = {
  token: fromChainAddress(TOKEN_PROGRAM_ADDRESS),
  token2022: fromChainAddress(TOKEN_2022_PROGRAM_ADDRESS),
};

/**
 * Describes a swap by a Jupiter route. Nothing is known of the exchanges on the way, so they get no access: neither the wallet
 * nor its accounts may be among theirs, and Jupiter's program enforces the minimum output. @throws Refused
 */
export const describeRoute = async (read: Read): Promise<Described<RouteDescription>> => {
  const { instruction } = read.sorted.trade;
  const head = readRouteHead(instruction.data);
  if (!head) throw new Refused("unknown_instruction");
  if (head.platformFeeBps !== 0 || head.positiveSlippageBps !== 0) throw new Refused("route_fee");
  if (head.slippageBps > 10_000 || head.input === 0n) throw new Refused("invalid_data");
  const own = ownAccounts(instruction.accounts);
  checkSigners(read, own.wallet, null);
  const { tokenId, mint, newMint } = await tokenOf(read);
  const direction = own.sourceMint === wrappedSolMint ? "buy" : "sell";
  await checkPlaces(own, direction, newMint, read.context.wallet, head.id);
  const untouchable = [own.wallet, own.source, own.destination];
  const between = [
    own.programSource,
    own.programDestination,
    ...instruction.accounts.slice(sharedRouteAccounts.length),
  ];
  if (between.some((account) => untouchable.includes(account))) throw new Refused("route_account");
  const minOutput = minOutputOf(head.quotedOutput, head.slippageBps);
  if (minOutput === 0n) throw new Refused("no_minimum");

  const frame = frameOf(read);
  const makesTokenAccount = direction === "buy" && read.sorted.accountsMade === 2;
  const route = {
    accounts: instruction.accounts.map((address) => ({ address, isWritable: read.message.isWritable(address) })),
    data: instruction.data,
  };
  const { input } = head;
  return {
    description: {
      kind: "route",
      ...sharedByWallet(read),
      tokenId,
      mint,
      newMint,
      direction,
      input,
      minOutput,
      makesTokenAccount,
      route,
      spend: spendOf({
        tradeLamports: direction === "buy" ? input : 0n,
        rentLamports: rentOfRoute(makesTokenAccount),
        signatures: 1,
        ...frame,
      }),
    },
    rebuilt: await buildRouteMessage({ ...frame, tokenId, direction, input, route, makesTokenAccount }),
  };
};

const ownAccounts = (accounts: readonly Address[]): Record<SharedRouteAccount, Address> => {
  const at = (name: SharedRouteAccount): Address => {
    const account = accounts[sharedRouteAccounts.indexOf(name)];
    if (account === undefined) throw new Refused("invalid_data");
    return account;
  };
  return {
    programAuthority: at("programAuthority"),
    wallet: at("wallet"),
    source: at("source"),
    programSource: at("programSource"),
    programDestination: at("programDestination"),
    destination: at("destination"),
    sourceMint: at("sourceMint"),
    destinationMint: at("destinationMint"),
    sourceTokenProgram: at("sourceTokenProgram"),
    destinationTokenProgram: at("destinationTokenProgram"),
    eventAuthority: at("eventAuthority"),
    program: at("program"),
  };
};

/** The token whose id follows the accounts of the last instruction, which closes the account of wrapped SOL. */
const tokenOf = async ({ message, context }: Read) => {
  const witness = message.instructions.at(-1)?.accounts.at(-1);
  const tokenId = witness === undefined ? null : readTokenWitness(witness);
  if (tokenId === null) throw new Refused("invalid_data");
  const { newMint } = await migrationAddresses(tokenId, context.program);
  const { mint } = await tradeAddresses(tokenId, context.program);
  return { tokenId, mint, newMint };
};

const checkPlaces = async (
  own: Record<SharedRouteAccount, Address>,
  direction: "buy" | "sell",
  newMint: Address,
  wallet: Address,
  id: number,
): Promise<void> => {
  const sol = { mint: wrappedSolMint, account: await wrappedSolAccount(wallet), program: programs.token };
  const token = { mint: newMint, account: await associatedTokenAddress(wallet, newMint), program: programs.token2022 };
  const [from, to] = direction === "buy" ? [sol, token] : [token, sol];
  if (own.source !== from.account || own.destination !== to.account) throw new Refused("foreign_token_account");
  const isAsExpected =
    own.programAuthority === (await jupiterAuthority(id)) &&
    own.eventAuthority === (await jupiterEventAuthority()) &&
    own.program === jupiterProgramAddress &&
    own.sourceMint === from.mint &&
    own.destinationMint === to.mint &&
    own.sourceTokenProgram === from.program &&
    own.destinationTokenProgram === to.program;
  if (!isAsExpected) throw new Refused("wrong_account");
};
