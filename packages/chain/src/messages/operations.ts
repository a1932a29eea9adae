import type { Address, TokenId } from "@tribe/contract";
import {
  factoryAddress,
  migrationAddresses,
  mintAddress,
  toChainAddress,
  tokenStateAddress,
} from "../accounts/addresses.ts";
import { withTokenWitness } from "../accounts/token-witness.ts";
import {
  getChangeCreatorInstruction,
  getCollectInstruction,
  getPauseInstruction,
  getUnpauseInstruction,
} from "../generated/index.ts";
import { getChangeCreatorInstruction as getPoolChangeCreatorInstruction } from "../generated/pool/index.ts";
import { compile, type MessageFrame, signer } from "../transactions/compile-message.ts";

/** Compute units for any of these: the compiled program uses less than half of it. */
export const operationComputeUnitLimit = 10_000;

/** An operator's message besides its instruction. */
export type OperationFrame = Omit<MessageFrame, "computeUnitLimit">;

export interface CollectMessageInput extends OperationFrame {
  readonly tokenId: TokenId;
  readonly creator: Address;
  /** As in the factory's account. */
  readonly feeReceiver: Address;
}

export interface ChangeCreatorMessageInput extends OperationFrame {
  readonly tokenId: TokenId;
  /** As in the token's state. */
  readonly creator: Address;
  readonly newCreator: Address;
  /** A migrated token gets its new creator in the pool, too. */
  readonly isMigrated: boolean;
}

const operation = (frame: OperationFrame, ...instructions: Parameters<typeof compile>[1]) =>
  compile({ ...frame, computeUnitLimit: operationComputeUnitLimit }, instructions);

/** Builds the message that stops creations, buys and co-signed sells. `wallet` is the super admin. */
export const buildPauseMessage = async (frame: OperationFrame): Promise<Uint8Array<ArrayBuffer>> =>
  operation(frame, getPauseInstruction(...(await switchOf(frame))));

/** Builds the message that resumes them. `wallet` is the super admin. */
export const buildUnpauseMessage = async (frame: OperationFrame): Promise<Uint8Array<ArrayBuffer>> =>
  operation(frame, getUnpauseInstruction(...(await switchOf(frame))));

const switchOf = async ({ wallet, program }: OperationFrame) =>
  [
    { superAdmin: signer(wallet), factory: toChainAddress(await factoryAddress(program)) },
    { programAddress: toChainAddress(program) },
  ] as const;

/** Builds the message that pays a token's accrued fees to creator and platform; anybody may be its `wallet`. */
export const buildCollectMessage = async (input: CollectMessageInput): Promise<Uint8Array<ArrayBuffer>> =>
  operation(
    input,
    withTokenWitness(
      getCollectInstruction(
        {
          token: toChainAddress(await tokenStateAddress(input.tokenId, input.program)),
          factory: toChainAddress(await factoryAddress(input.program)),
          creator: toChainAddress(input.creator),
          feeReceiver: toChainAddress(input.feeReceiver),
        },
        { programAddress: toChainAddress(input.program) },
      ),
      input.tokenId,
    ),
  );

/** Builds the message that gives a token another creator: both sign it, and its `wallet` pays. */
export const buildChangeCreatorMessage = async (input: ChangeCreatorMessageInput): Promise<Uint8Array<ArrayBuffer>> => {
  const { program, tokenId } = input;
  const { newMint, pool } = await migrationAddresses(tokenId, program);
  const parties = { creator: signer(input.creator), newCreator: signer(input.newCreator) };
  const ofToken = getChangeCreatorInstruction(
    {
      ...parties,
      token: toChainAddress(await tokenStateAddress(tokenId, program)),
      mint: toChainAddress(await mintAddress(tokenId, program)),
    },
    { programAddress: toChainAddress(program) },
  );
  const ofPool = getPoolChangeCreatorInstruction({
    ...parties,
    pool: toChainAddress(pool),
    mint: toChainAddress(newMint),
  });
  const both = input.isMigrated ? [ofToken, ofPool] : [ofToken];
  return operation(input, ...both.map((one) => withTokenWitness(one, tokenId)));
};
