import * as token from "@solana/spl-token";
import { afterAll, describe, expect, it } from "vitest";
import { A, a, B, b, C, c, D, d, E, e, instructionViewer, type Shown, words } from "./support.ts";

const T22 = token.TOKEN_2022_PROGRAM_ID;

const { show, close } = instructionViewer();
afterAll(close);

function inWords(cases: readonly Shown[]) {
  it.each(cases)("%s", (type, instruction, info) => {
    expect(show(instruction)).toEqual(words("spl-token", instruction, type, info));
  });
}

describe("the metadata and group interfaces", () => {
  inWords([
    [
      "initializeTokenMetadata",
      token.createInitializeInstruction({
        programId: T22,
        metadata: a,
        updateAuthority: b,
        mint: c,
        mintAuthority: d,
        name: "Grüße",
        symbol: "GRU",
        uri: "https://x.test/1",
      }),
      {
        metadata: A,
        updateAuthority: B,
        mint: C,
        mintAuthority: D,
        name: "Grüße",
        symbol: "GRU",
        uri: "https://x.test/1",
      },
    ],
    [
      "updateTokenMetadataField",
      token.createUpdateFieldInstruction({
        programId: T22,
        metadata: a,
        updateAuthority: b,
        field: "symbol",
        value: "NEW",
      }),
      { metadata: A, updateAuthority: B, field: "symbol", value: "NEW" },
    ],
    [
      "updateTokenMetadataField",
      token.createUpdateFieldInstruction({
        programId: T22,
        metadata: a,
        updateAuthority: b,
        field: "colour",
        value: "red",
      }),
      { metadata: A, updateAuthority: B, field: "colour", value: "red" },
    ],
    [
      "removeTokenMetadataKey",
      token.createRemoveKeyInstruction({
        programId: T22,
        metadata: a,
        updateAuthority: b,
        key: "colour",
        idempotent: true,
      }),
      { metadata: A, updateAuthority: B, key: "colour", idempotent: true },
    ],
    [
      "updateTokenMetadataAuthority",
      token.createUpdateAuthorityInstruction({ programId: T22, metadata: a, oldAuthority: b, newAuthority: null }),
      { metadata: A, updateAuthority: B, newAuthority: null },
    ],
    [
      "emitTokenMetadata",
      token.createEmitInstruction({ programId: T22, metadata: a, start: 3n }),
      { metadata: A, start: 3 },
    ],
    [
      "initializeTokenGroup",
      token.createInitializeGroupInstruction({
        programId: T22,
        group: a,
        mint: b,
        mintAuthority: c,
        updateAuthority: d,
        maxSize: 9n,
      }),
      { group: A, mint: B, mintAuthority: C, updateAuthority: D, maxSize: 9 },
    ],
    [
      "updateTokenGroupMaxSize",
      token.createUpdateGroupMaxSizeInstruction({ programId: T22, group: a, updateAuthority: b, maxSize: 8n }),
      { group: A, updateAuthority: B, maxSize: 8 },
    ],
    [
      "updateTokenGroupAuthority",
      token.createUpdateGroupAuthorityInstruction({ programId: T22, group: a, currentAuthority: b, newAuthority: c }),
      { group: A, updateAuthority: B, newAuthority: C },
    ],
    [
      "initializeTokenGroupMember",
      token.createInitializeMemberInstruction({
        programId: T22,
        member: a,
        memberMint: b,
        memberMintAuthority: c,
        group: d,
        groupUpdateAuthority: e,
      }),
      { member: A, memberMint: B, memberMintAuthority: C, group: D, groupUpdateAuthority: E },
    ],
  ]);
});
