import { PublicKey } from "@solana/web3.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { field } from "../support.ts";
import { A, a, accountViewer, B, b, type Field, packed } from "./support.ts";
import { accountData, mintData, NOW, none, shown, T22, tlv } from "./token-support.ts";

describe("extensions", () => {
  const bytes = (size: number, value: number) => Buffer.alloc(size, value);
  const base64 = (size: number, value: number) => bytes(size, value).toString("base64");
  const key = [32, 7] as const;
  const cipher = [64, 8] as const;
  const balance = [36, 9] as const;
  const text = (value: string): Field[] => [[Buffer.byteLength(value), 4], value];

  const ofMints: [name: string, type: number, fields: Field[], state: unknown][] = [
    [
      "transferFeeConfig",
      1,
      [b, none, 7n, 1n, 2n, [30, 2], 4n, 2n ** 64n - 1n, [60, 2]],
      {
        transferFeeConfigAuthority: B,
        withdrawWithheldAuthority: null,
        withheldAmount: 7,
        olderTransferFee: { epoch: 1, maximumFee: 2, transferFeeBasisPoints: 30 },
        newerTransferFee: { epoch: 4, maximumFee: expect.anything(), transferFeeBasisPoints: 60 },
      },
    ],
    ["mintCloseAuthority", 3, [b], { closeAuthority: B }],
    [
      "confidentialTransferMint",
      4,
      [b, [1, 1], bytes(...key)],
      { authority: B, autoApproveNewAccounts: true, auditorElgamalPubkey: base64(...key) },
    ],
    ["defaultAccountState", 6, [[2, 1]], { accountState: "frozen" }],
    ["permanentDelegate", 12, [b], { delegate: B }],
    ["transferHook", 14, [b, none], { authority: B, programId: null }],
    [
      "confidentialTransferFeeConfig",
      16,
      [none, bytes(...key), [1, 1], bytes(...cipher)],
      {
        authority: null,
        withdrawWithheldAuthorityElgamalPubkey: base64(...key),
        harvestToMintEnabled: true,
        withheldAmount: base64(...cipher),
      },
    ],
    ["metadataPointer", 18, [none, a], { authority: null, metadataAddress: A }],
    [
      "tokenMetadata",
      19,
      [b, a, ...text("Grüße"), ...text("GR"), ...text("u:1"), [1, 4], ...text("k"), ...text("v")],
      {
        updateAuthority: B,
        mint: A,
        name: "Grüße",
        symbol: "GR",
        uri: "u:1",
        additionalMetadata: [["k", "v"]],
      },
    ],
    ["groupPointer", 20, [b, a], { authority: B, groupAddress: A }],
    ["tokenGroup", 21, [b, a, 3n, 9n], { updateAuthority: B, mint: A, size: 3, maxSize: 9 }],
    ["groupMemberPointer", 22, [b, a], { authority: B, memberAddress: A }],
    ["tokenGroupMember", 23, [a, b, 2n], { mint: A, group: B, memberNumber: 2 }],
    [
      "confidentialMintBurn",
      24,
      [bytes(...cipher), bytes(...balance), bytes(...key), bytes(...cipher)],
      {
        confidentialSupply: base64(...cipher),
        decryptableSupply: base64(...balance),
        supplyElgamalPubkey: base64(...key),
        pendingBurn: base64(...cipher),
      },
    ],
    ["pausableConfig", 26, [b, [1, 1]], { authority: B, paused: true }],
    ["permissionedBurnConfig", 28, [b], { authority: B }],
  ];
  it.each(ofMints)("of mints: %s", async (extension, type, fields, state) => {
    const { mint } = await shown(T22, mintData(0n, 0, tlv(type, ...fields)), accountData({}));
    expect(field(mint, "parsed", "info", "extensions")).toEqual([{ extension, state }]);
  });

  const ofAccounts: [name: string, type: number, fields: Field[], state: unknown][] = [
    ["transferFeeAmount", 2, [9n], { withheldAmount: 9 }],
    [
      "confidentialTransferAccount",
      5,
      [
        [1, 1],
        bytes(...key),
        bytes(...cipher),
        bytes(...cipher),
        bytes(...cipher),
        bytes(...balance),
        [1, 1],
        [0, 1],
        1n,
        2n,
        3n,
        4n,
      ],
      {
        approved: true,
        elgamalPubkey: base64(...key),
        pendingBalanceLo: base64(...cipher),
        pendingBalanceHi: base64(...cipher),
        availableBalance: base64(...cipher),
        decryptableAvailableBalance: base64(...balance),
        allowConfidentialCredits: true,
        allowNonConfidentialCredits: false,
        pendingBalanceCreditCounter: 1,
        maximumPendingBalanceCreditCounter: 2,
        expectedPendingBalanceCreditCounter: 3,
        actualPendingBalanceCreditCounter: 4,
      },
    ],
    ["memoTransfer", 8, [[1, 1]], { requireIncomingTransferMemos: true }],
    ["cpiGuard", 11, [[0, 1]], { lockCpi: false }],
    ["transferHookAccount", 15, [[0, 1]], { transferring: false }],
    ["confidentialTransferFeeAmount", 17, [bytes(...cipher)], { withheldAmount: base64(...cipher) }],
  ];
  it.each(ofAccounts)("of accounts: %s", async (extension, type, fields, state) => {
    const { account } = await shown(T22, mintData(0n, 0), accountData({}, tlv(type, ...fields)));
    expect(field(account, "parsed", "info", "extensions")).toEqual([{ extension, state }]);
  });

  it("that are markers have only a name, and all keep their order", async () => {
    const marks = [tlv(7), tlv(13), tlv(2, 9n), tlv(27)];
    const { account, mint } = await shown(T22, mintData(0n, 0, tlv(9)), accountData({}, ...marks));
    expect(field(mint, "parsed", "info", "extensions")).toEqual([{ extension: "nonTransferable" }]);
    expect(field(account, "parsed", "info", "extensions")).toEqual([
      { extension: "immutableOwner" },
      { extension: "nonTransferableAccount" },
      { extension: "transferFeeAmount", state: { withheldAmount: 9 } },
      { extension: "pausableAccount" },
    ]);
  });

  it("end at reserved space", async () => {
    const data = accountData({}, tlv(7), Buffer.alloc(9));
    expect(field((await shown(T22, mintData(0n, 0), data)).account, "parsed", "info", "extensions")).toHaveLength(1);
    const odd = accountData({}, tlv(7), Buffer.alloc(1));
    expect(field((await shown(T22, mintData(0n, 0), odd)).account, "parsed", "info", "extensions")).toHaveLength(1);
  });

  const unparsable: [string, Buffer][] = [
    ["has another size", tlv(3, b, [0, 1])],
    ["belongs to accounts", tlv(2, 9n)],
    ["is text that is not UTF-8", tlv(19, b, a, [1, 4], Buffer.from([0xff]), ...text(""), ...text(""), [0, 4])],
    ["says that it is longer than it is", tlv(19, b, a, [2 ** 31, 4])],
  ];
  it.each(unparsable)("are shown as unparsable when one %s", async (_why, extension) => {
    const { mint } = await shown(T22, mintData(0n, 0, tlv(12, b), extension), accountData({}));
    const expected = [
      { extension: "permanentDelegate", state: { delegate: B } },
      { extension: "unparseableExtension" },
    ];
    expect(field(mint, "parsed", "info", "extensions")).toEqual(expected);
  });

  const left: [string, Buffer][] = [
    ["is of a type to come", tlv(29, b)],
    ["ends after its type", packed([3, 2], [32, 1])],
    ["is longer than the account", packed([3, 2], [33, 2], b)],
  ];
  it.each(left)("are all left out when one %s", async (_why, extension) => {
    const { mint } = await shown(T22, mintData(0n, 0, tlv(12, b), extension), accountData({}));
    expect(field(mint, "parsed", "type")).toBe("mint");
    expect(field(mint, "parsed", "info", "extensions")).toBeUndefined();
  });
});

it("never fails on any extension bytes", async () => {
  const entry = fc
    .tuple(fc.nat(32), fc.nat(300), fc.uint8Array({ maxLength: 300 }))
    .map(([type, length, value]) => packed([type, 2], [length, 2], value));
  const exact = fc.tuple(fc.nat(28), fc.uint8Array({ maxLength: 300 })).map(([type, value]) => tlv(type, value));
  const lists = fc.array(fc.array(fc.oneof(entry, exact), { minLength: 1, maxLength: 6 }), {
    minLength: 20,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(lists, async (list) => {
      const planted = list.flatMap((extensions, index) => [
        { address: address(2 * index), owner: T22, data: mintData(7n, 2, ...extensions) },
        { address: address(2 * index + 1), owner: T22, data: accountData({}, ...extensions) },
      ]);
      const { show, close } = accountViewer([{ address: a, owner: T22, data: mintData(0n, 0) }, ...planted], NOW);
      for (const [index, one] of planted.entries()) {
        const shown = show(one.address);
        // An account with a multisig's length is a multisig, or invalid.
        const types = one.data.length === 355 ? [undefined, "multisig"] : [index % 2 === 0 ? "mint" : "account"];
        expect(types).toContain(field(shown, "parsed", "type"));
      }
      await close();
    }),
    { numRuns: 12 },
  );
});

function address(index: number): PublicKey {
  return new PublicKey(Buffer.alloc(32, index + 100));
}
