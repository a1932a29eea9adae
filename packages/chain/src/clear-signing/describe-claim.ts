import { TOKEN_2022_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token-2022";
import { fromChainAddress, type TokenProgram, toChainAddress } from "../accounts/addresses.ts";
import { tokenAccountRent } from "../accounts/rent.ts";
import { lightFeeOfClaim } from "../claim/claim-costs.ts";
import { buildClaimMessage } from "../claim/claim-message.ts";
import { type ReadDecompress, readDecompress } from "../claim/read-decompress.ts";
import { spendOf } from "../transactions/spend.ts";
import { type ClaimDescription, Refused } from "./description.ts";
import type { ParsedInstruction } from "./parsed-message.ts";
import { checkSigners, type Described, frameOf, type Read, sharedByWallet } from "./reading.ts";

/**
 * Describes a message that turns compressed tokens of one mint into ordinary ones of the wallet's own account. Rebuilding the
 * message from these few facts proves that everything spent arrives there, and nothing else happens. @throws Refused
 */
export const describeClaim = async (read: Read): Promise<Described<ClaimDescription>> => {
  checkSigners(read, read.context.wallet, null);
  const [first, ...more] = [read.sorted.trade.instruction, ...read.sorted.moreOfTrade].map(readDecompressOrThrow);
  if (!first || more.some(({ mint, tokenProgram }) => mint !== first.mint || tokenProgram !== first.tokenProgram))
    throw new Refused("several_trades");
  const mint = fromChainAddress(first.mint);
  const tokenProgram = programOf(first);
  const parts = [first, ...more].map(({ inputs, proof }) => ({ inputs, proof }));
  const inputs = parts.flatMap((part) => part.inputs);
  if (inputs.length === 0) throw new Refused("invalid_data");
  const units = inputs.reduce((sum, { amount }) => sum + amount, 0n);
  if (units === 0n || units >= 2n ** 64n) throw new Refused("invalid_data");
  const frame = frameOf(read);
  const spend = spendOf({
    tradeLamports: lightFeeOfClaim(parts),
    rentLamports: tokenAccountRent,
    signatures: 1,
    ...frame,
  });
  return {
    description: { kind: "claim", ...sharedByWallet(read), mint, tokenProgram, units, parts, spend },
    rebuilt: await buildClaimMessage({ ...frame, mint, tokenProgram, parts }),
  };
};

const readDecompressOrThrow = ({ accounts, data }: ParsedInstruction): ReadDecompress => {
  try {
    return readDecompress(accounts.map(toChainAddress), data);
  } catch {
    throw new Refused("invalid_data");
  }
};

const programOf = ({ tokenProgram }: ReadDecompress): TokenProgram => {
  if (tokenProgram === TOKEN_PROGRAM_ADDRESS) return "token";
  if (tokenProgram === TOKEN_2022_PROGRAM_ADDRESS) return "token2022";
  throw new Refused("wrong_account");
};
