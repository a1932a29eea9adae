import * as token from "@solana/spl-token";
import { AuthorityType } from "@solana/spl-token";
import { SYSVAR_RENT_PUBKEY } from "@solana/web3.js";
import { afterAll, describe, expect, it } from "vitest";
import {
  A,
  a,
  amount,
  B,
  b,
  C,
  c,
  D,
  d,
  E,
  e,
  F,
  f,
  instructionViewer,
  packed,
  rawInstruction,
  type Shown,
  SIGNER_KEYS,
  SIGNERS,
  words,
} from "./support.ts";

const RENT = SYSVAR_RENT_PUBKEY.toBase58();
const SPL = token.TOKEN_PROGRAM_ID;
const T22 = token.TOKEN_2022_PROGRAM_ID;

const { show, close } = instructionViewer();
afterAll(close);

function inWords(cases: readonly Shown[]) {
  it.each(cases)("%s", (type, instruction, info) => {
    expect(show(instruction)).toEqual(words("spl-token", instruction, type, info));
  });
}

describe.each([
  ["SPL Token", SPL],
  ["Token-2022", T22],
])("what both token programs know, in %s", (_name, program) => {
  inWords([
    [
      "initializeMint",
      token.createInitializeMintInstruction(a, 6, b, c, program),
      { mint: A, decimals: 6, mintAuthority: B, freezeAuthority: C, rentSysvar: RENT },
    ],
    [
      "initializeMint2",
      token.createInitializeMint2Instruction(a, 6, b, null, program),
      { mint: A, decimals: 6, mintAuthority: B },
    ],
    [
      "initializeAccount",
      token.createInitializeAccountInstruction(a, b, c, program),
      { account: A, mint: B, owner: C, rentSysvar: RENT },
    ],
    [
      "initializeAccount2",
      token.createInitializeAccount2Instruction(a, b, c, program),
      { account: A, mint: B, owner: C, rentSysvar: RENT },
    ],
    [
      "initializeAccount3",
      token.createInitializeAccount3Instruction(a, b, c, program),
      { account: A, mint: B, owner: C },
    ],
    [
      "initializeMultisig",
      token.createInitializeMultisigInstruction(a, [b, c], 2, program),
      { multisig: A, rentSysvar: RENT, signers: [B, C], m: 2 },
    ],
    [
      "initializeMultisig2",
      rawInstruction(program, [a, b, c], packed([19, 1], [1, 1])),
      { multisig: A, signers: [B, C], m: 1 },
    ],
    [
      "transfer",
      token.createTransferInstruction(a, b, c, 18_446_744_073_709_551_615n, [], program),
      { source: A, destination: B, amount: "18446744073709551615", authority: C },
    ],
    [
      "transfer",
      token.createTransferInstruction(a, b, c, 5, SIGNER_KEYS, program),
      { source: A, destination: B, amount: "5", multisigAuthority: C, signers: SIGNERS },
    ],
    [
      "approve",
      token.createApproveInstruction(a, b, c, 5, [], program),
      { source: A, delegate: B, amount: "5", owner: C },
    ],
    [
      "approve",
      token.createApproveInstruction(a, b, c, 5, SIGNER_KEYS, program),
      { source: A, delegate: B, amount: "5", multisigOwner: C, signers: SIGNERS },
    ],
    ["revoke", token.createRevokeInstruction(a, b, [], program), { source: A, owner: B }],
    [
      "setAuthority",
      token.createSetAuthorityInstruction(a, b, AuthorityType.AccountOwner, c, [], program),
      { account: A, authorityType: "accountOwner", newAuthority: C, authority: B },
    ],
    [
      "setAuthority",
      token.createSetAuthorityInstruction(a, b, AuthorityType.FreezeAccount, null, SIGNER_KEYS, program),
      { mint: A, authorityType: "freezeAccount", newAuthority: null, multisigAuthority: B, signers: SIGNERS },
    ],
    [
      "mintTo",
      token.createMintToInstruction(a, b, c, 5, [], program),
      { mint: A, account: B, amount: "5", mintAuthority: C },
    ],
    [
      "mintTo",
      token.createMintToInstruction(a, b, c, 5, SIGNER_KEYS, program),
      { mint: A, account: B, amount: "5", multisigMintAuthority: C, signers: SIGNERS },
    ],
    ["burn", token.createBurnInstruction(a, b, c, 5, [], program), { account: A, mint: B, amount: "5", authority: C }],
    [
      "closeAccount",
      token.createCloseAccountInstruction(a, b, c, [], program),
      { account: A, destination: B, owner: C },
    ],
    [
      "freezeAccount",
      token.createFreezeAccountInstruction(a, b, c, [], program),
      { account: A, mint: B, freezeAuthority: C },
    ],
    [
      "thawAccount",
      token.createThawAccountInstruction(a, b, c, SIGNER_KEYS, program),
      { account: A, mint: B, multisigFreezeAuthority: C, signers: SIGNERS },
    ],
    [
      "transferChecked",
      token.createTransferCheckedInstruction(a, b, c, f, 1_500, 3, [], program),
      { source: A, mint: B, destination: C, authority: F, tokenAmount: amount("1500", 1.5, 3) },
    ],
    [
      "approveChecked",
      token.createApproveCheckedInstruction(a, b, c, f, 1_500, 3, [], program),
      { source: A, mint: B, delegate: C, owner: F, tokenAmount: amount("1500", 1.5, 3) },
    ],
    [
      "mintToChecked",
      token.createMintToCheckedInstruction(a, b, c, 1_500, 3, [], program),
      { mint: A, account: B, mintAuthority: C, tokenAmount: amount("1500", 1.5, 3) },
    ],
    [
      "burnChecked",
      token.createBurnCheckedInstruction(a, b, c, 1_500, 3, [], program),
      { account: A, mint: B, authority: C, tokenAmount: amount("1500", 1.5, 3) },
    ],
    ["syncNative", token.createSyncNativeInstruction(a, program), { account: A }],
    ["initializeImmutableOwner", token.createInitializeImmutableOwnerInstruction(a, program), { account: A }],
    ["getAccountDataSize", rawInstruction(program, [a], packed([21, 1])), { mint: A }],
    ["amountToUiAmount", token.createAmountToUiAmountInstruction(a, 77, program), { mint: A, amount: "77" }],
    ["uiAmountToAmount", token.createUiAmountToAmountInstruction(a, "7.7", program), { mint: A, uiAmount: "7.7" }],
    [
      "withdrawExcessLamports",
      rawInstruction(program, [a, b, c], packed([38, 1])),
      { source: A, destination: B, authority: C },
    ],
    [
      "unwrapLamports",
      rawInstruction(program, [a, b, c], packed([45, 1], [1, 1], 9n)),
      { source: A, destination: B, amount: "9", authority: C },
    ],
    [
      "unwrapLamports",
      rawInstruction(program, [a, b, c], packed([45, 1], [0, 1])),
      { source: A, destination: B, authority: C },
    ],
    [
      "batch",
      rawInstruction(program, [a, b, c, d, e], packed([255, 1], [3, 1], [9, 1], [3, 1], 5n, [2, 1], [1, 1], [5, 1])),
      {
        instructions: [
          { type: "transfer", info: { source: A, destination: B, amount: "5", authority: C } },
          { type: "revoke", info: { source: D, owner: E } },
        ],
      },
    ],
  ]);
});
