import { ASSOCIATED_TOKEN_PROGRAM_ID, TOKEN_PROGRAM_ID } from "@solana/spl-token";
import {
  AddressLookupTableProgram,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  SYSVAR_CLOCK_PUBKEY,
  SYSVAR_RECENT_BLOCKHASHES_PUBKEY,
  SYSVAR_RENT_PUBKEY,
  SystemProgram,
  type TransactionInstruction,
} from "@solana/web3.js";
import { afterAll, describe, expect, it } from "vitest";
import {
  A,
  a,
  B,
  b,
  C,
  c,
  D,
  d,
  E,
  e,
  F,
  type Field,
  f,
  G,
  g,
  h,
  instructionViewer,
  packed,
  partially,
  rawInstruction,
  type Shown,
  words,
} from "./support.ts";

const { show, close } = instructionViewer();
afterAll(close);

const system = SystemProgram.programId;
const RENT = SYSVAR_RENT_PUBKEY.toBase58();
const CLOCK = SYSVAR_CLOCK_PUBKEY.toBase58();
const HASHES = SYSVAR_RECENT_BLOCKHASHES_PUBKEY.toBase58();
const SYSTEM = system.toBase58();
const LOADER = new PublicKey("BPFLoader2111111111111111111111111111111111");
const UPGRADEABLE = new PublicKey("BPFLoaderUpgradeab1e11111111111111111111111");
const TABLES = AddressLookupTableProgram.programId;

function inWords(program: string, cases: readonly Shown[]) {
  it.each(cases)("%s", (type, instruction, info) => {
    expect(show(instruction)).toEqual(words(program, instruction, type, info));
  });
}

const raw = (program: PublicKey, accounts: PublicKey[], ...data: Field[]) =>
  rawInstruction(program, accounts, packed(...data));

describe("instructions of the system program", () => {
  const seeded = { basePubkey: b, seed: "sämen", programId: d };
  inWords("system", [
    [
      "createAccount",
      SystemProgram.createAccount({ fromPubkey: a, newAccountPubkey: b, lamports: 5, space: 6, programId: c }),
      { source: A, newAccount: B, lamports: 5, space: 6, owner: C },
    ],
    ["assign", SystemProgram.assign({ accountPubkey: a, programId: c }), { account: A, owner: C }],
    [
      "transfer",
      SystemProgram.transfer({ fromPubkey: a, toPubkey: b, lamports: 7 }),
      { source: A, destination: B, lamports: 7 },
    ],
    [
      "createAccountWithSeed",
      SystemProgram.createAccountWithSeed({ fromPubkey: a, newAccountPubkey: c, lamports: 5, space: 6, ...seeded }),
      { source: A, newAccount: C, base: B, seed: "sämen", lamports: 5, space: 6, owner: D },
    ],
    [
      "advanceNonce",
      SystemProgram.nonceAdvance({ noncePubkey: a, authorizedPubkey: b }),
      { nonceAccount: A, recentBlockhashesSysvar: HASHES, nonceAuthority: B },
    ],
    [
      "withdrawFromNonce",
      SystemProgram.nonceWithdraw({ noncePubkey: a, authorizedPubkey: b, toPubkey: c, lamports: 9 }),
      {
        nonceAccount: A,
        destination: C,
        recentBlockhashesSysvar: HASHES,
        rentSysvar: RENT,
        nonceAuthority: B,
        lamports: 9,
      },
    ],
    [
      "initializeNonce",
      SystemProgram.nonceInitialize({ noncePubkey: a, authorizedPubkey: b }),
      { nonceAccount: A, recentBlockhashesSysvar: HASHES, rentSysvar: RENT, nonceAuthority: B },
    ],
    [
      "authorizeNonce",
      SystemProgram.nonceAuthorize({ noncePubkey: a, authorizedPubkey: b, newAuthorizedPubkey: c }),
      { nonceAccount: A, nonceAuthority: B, newAuthorized: C },
    ],
    ["allocate", SystemProgram.allocate({ accountPubkey: a, space: NONCE_ACCOUNT_LENGTH }), { account: A, space: 80 }],
    [
      "allocateWithSeed",
      SystemProgram.allocate({ accountPubkey: a, space: 3, ...seeded }),
      { account: A, base: B, seed: "sämen", space: 3, owner: D },
    ],
    [
      "assignWithSeed",
      SystemProgram.assign({ accountPubkey: a, ...seeded }),
      { account: A, base: B, seed: "sämen", owner: D },
    ],
    [
      "transferWithSeed",
      SystemProgram.transfer({ fromPubkey: a, toPubkey: c, lamports: 4, ...seeded }),
      { source: A, sourceBase: B, destination: C, lamports: 4, sourceSeed: "sämen", sourceOwner: D },
    ],
    ["upgradeNonce", raw(system, [a], [12, 4]), { nonceAccount: A }],
    [
      "createAccountAllowPrefund",
      raw(system, [a, b], [13, 4], 8n, 9n, c),
      { newAccount: A, source: B, lamports: 8, space: 9, owner: C },
    ],
    ["createAccountAllowPrefund", raw(system, [a], [13, 4], 0n, 9n, c), { newAccount: A, space: 9, owner: C }],
  ]);
});

describe("instructions of the associated token program", () => {
  const create = { source: A, account: B, wallet: C, mint: D, systemProgram: E, tokenProgram: F };
  inWords("spl-associated-token-account", [
    ["create", raw(ASSOCIATED_TOKEN_PROGRAM_ID, [a, b, c, d, e, f]), create],
    ["create", raw(ASSOCIATED_TOKEN_PROGRAM_ID, [a, b, c, d, e, f], [0, 1]), create],
    ["createIdempotent", raw(ASSOCIATED_TOKEN_PROGRAM_ID, [a, b, c, d, e, f], [1, 1]), create],
    [
      "recoverNested",
      raw(ASSOCIATED_TOKEN_PROGRAM_ID, [a, b, c, d, e, f, g], [2, 1]),
      {
        nestedSource: A,
        nestedMint: B,
        destination: C,
        nestedOwner: D,
        ownerMint: E,
        wallet: F,
        tokenProgram: G,
      },
    ],
  ]);
});

describe("instructions of the lookup table program", () => {
  const [create] = AddressLookupTableProgram.createLookupTable({ authority: b, payer: c, recentSlot: 5 });
  const table = create.keys[0]?.pubkey ?? a;
  const keys = { lookupTable: a, authority: b };
  const named = { lookupTableAccount: A, lookupTableAuthority: B };
  inWords("address-lookup-table", [
    [
      "createLookupTable",
      create,
      {
        lookupTableAccount: table.toBase58(),
        lookupTableAuthority: B,
        payerAccount: C,
        systemProgram: SYSTEM,
        recentSlot: 5,
        bumpSeed: PublicKey.findProgramAddressSync([b.toBuffer(), packed(5n)], TABLES)[1],
      },
    ],
    ["freezeLookupTable", AddressLookupTableProgram.freezeLookupTable(keys), named],
    [
      "extendLookupTable",
      AddressLookupTableProgram.extendLookupTable({ ...keys, payer: c, addresses: [d, e] }),
      { ...named, payerAccount: C, systemProgram: SYSTEM, newAddresses: [D, E] },
    ],
    [
      "extendLookupTable",
      AddressLookupTableProgram.extendLookupTable({ ...keys, addresses: [d] }),
      { ...named, newAddresses: [D] },
    ],
    ["deactivateLookupTable", AddressLookupTableProgram.deactivateLookupTable(keys), named],
    [
      "closeLookupTable",
      AddressLookupTableProgram.closeLookupTable({ ...keys, recipient: c }),
      { ...named, recipient: C },
    ],
  ]);
});

describe("instructions of the loaders", () => {
  const bytes = [3n, Buffer.from([1, 2, 3])] as const;
  inWords("bpf-loader", [
    ["write", raw(LOADER, [a], [0, 4], [77, 4], ...bytes), { offset: 77, bytes: "AQID", account: A }],
    ["finalize", raw(LOADER, [a, b], [1, 4]), { account: A }],
  ]);
  inWords("bpf-upgradeable-loader", [
    ["initializeBuffer", raw(UPGRADEABLE, [a, b], [0, 4]), { account: A, authority: B }],
    ["initializeBuffer", raw(UPGRADEABLE, [a], [0, 4]), { account: A }],
    [
      "write",
      raw(UPGRADEABLE, [a, b], [1, 4], [9, 4], ...bytes),
      { offset: 9, bytes: "AQID", account: A, authority: B },
    ],
    [
      "deployWithMaxDataLen",
      raw(UPGRADEABLE, [a, b, c, d, SYSVAR_RENT_PUBKEY, SYSVAR_CLOCK_PUBKEY, system, e], [2, 4], 1000n),
      {
        maxDataLen: 1000,
        payerAccount: A,
        programDataAccount: B,
        programAccount: C,
        bufferAccount: D,
        rentSysvar: RENT,
        clockSysvar: CLOCK,
        systemProgram: SYSTEM,
        authority: E,
      },
    ],
    [
      "upgrade",
      raw(UPGRADEABLE, [a, b, c, d, SYSVAR_RENT_PUBKEY, SYSVAR_CLOCK_PUBKEY, e], [3, 4]),
      {
        programDataAccount: A,
        programAccount: B,
        bufferAccount: C,
        spillAccount: D,
        rentSysvar: RENT,
        clockSysvar: CLOCK,
        authority: E,
      },
    ],
    ["setAuthority", raw(UPGRADEABLE, [a, b, c], [4, 4]), { account: A, authority: B, newAuthority: C }],
    ["setAuthority", raw(UPGRADEABLE, [a, b], [4, 4]), { account: A, authority: B, newAuthority: null }],
    ["close", raw(UPGRADEABLE, [a, b, c, d], [5, 4]), { account: A, recipient: B, authority: C, programAccount: D }],
    ["close", raw(UPGRADEABLE, [a, b, c], [5, 4]), { account: A, recipient: B, authority: C, programAccount: null }],
    [
      "extendProgram",
      raw(UPGRADEABLE, [a, b, system, c], [6, 4], [10, 4]),
      { additionalBytes: 10, programDataAccount: A, programAccount: B, systemProgram: SYSTEM, payerAccount: C },
    ],
    ["setAuthorityChecked", raw(UPGRADEABLE, [a, b, c], [7, 4]), { account: A, authority: B, newAuthority: C }],
    ["migrate", raw(UPGRADEABLE, [a, b, c], [8, 4]), { programDataAccount: A, programAccount: B, authority: C }],
    [
      "extendProgramChecked",
      raw(UPGRADEABLE, [a, b, c], [9, 4], [10, 4]),
      {
        additionalBytes: 10,
        programDataAccount: A,
        programAccount: B,
        authority: C,
        systemProgram: null,
        payerAccount: null,
      },
    ],
  ]);
});

describe("memos", () => {
  it.each(["Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo", "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"])(
    "are shown as text: %s",
    (id) => {
      const memo = rawInstruction(new PublicKey(id), [], Buffer.from("grüezi 🦖"));
      expect(show(memo)).toEqual({ program: "spl-memo", programId: id, parsed: "grüezi 🦖", stackHeight: 1 });
    },
  );

  it("are partially decoded when they are not UTF-8", () => {
    const id = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
    const memo = rawInstruction(id, [a], Buffer.from([128]));
    expect(show(memo)).toEqual(partially(memo, "3D"));
  });
});

describe("instructions that cannot be parsed are partially decoded", () => {
  const cases: [string, TransactionInstruction][] = [
    ["an unknown program", raw(h, [a, b], [1, 1])],
    ["an unknown instruction", raw(system, [a, b], [99, 4])],
    ["no data at all", raw(system, [a])],
    ["data that ends early", raw(system, [a, b], [2, 4], [1, 4])],
    ["too few accounts", raw(system, [a], [2, 4], 1n)],
    ["no accounts", raw(system, [], [12, 4])],
    ["a seed that is not UTF-8", raw(system, [a, b], [10, 4], c, 1n, Buffer.from([0xff]), d)],
    ["a seed longer than the data", raw(system, [a, b], [10, 4], c, 2n ** 62n, d)],
    ["an associated account with too much data", raw(ASSOCIATED_TOKEN_PROGRAM_ID, [a, b, c, d, e, f], [1, 2])],
    ["an associated account of no kind", raw(ASSOCIATED_TOKEN_PROGRAM_ID, [a, b, c, d, e, f], [3, 1])],
    ["a list longer than the data", raw(TABLES, [a, b], [2, 4], 5n, c)],
    ["a token instruction without data", raw(TOKEN_PROGRAM_ID, [a])],
  ];
  it.each(cases)("%s", (_what, instruction) => {
    expect(show(instruction)).toEqual(partially(instruction, expect.any(String)));
  });

  it("with the address of each account, in the instruction's order", () => {
    expect(show(raw(h, [g, a, g]))).toMatchObject({ accounts: [G, A, G], data: "" });
  });
});
