import { beforeEach, describe, expect, test } from "vitest";
import { at, code, refused } from "./support/attack.ts";
import { curveIdl, poolIdl } from "./support/idl.ts";
import { instruction, transferLamports } from "./support/instructions.ts";
import {
  associatedToken,
  associatedTokenProgram,
  derive,
  type Key,
  keyFor,
  systemProgram,
  token2022,
} from "./support/keys.ts";
import { type Instruction, rentOf, sol } from "./support/machine.ts";
import { makeScene, type Scene } from "./support/scene.ts";
import { anyPrice, buyOf, curve, must, unit, vault } from "./support/stage.ts";

/** Attacks at the edges: closed and new accounts, addresses and texts. Each has its name from the threat model. */
let scene: Scene;
beforeEach(() => {
  scene = makeScene();
});
test("closed and revived accounts: a token account may be created again, the vault and the states cannot be closed", () => {
  const { stage, tribe, trader } = scene;
  const account = associatedToken(trader, tribe.mint);
  const held = stage.holding(trader, tribe.mint);
  const reading = (key: Key) => ({ key, signer: false, writable: false });
  const reopen: Instruction = {
    program: associatedTokenProgram,
    metas: [
      { key: trader, signer: true, writable: true },
      { key: account, signer: false, writable: true },
      ...[trader, tribe.mint, systemProgram, token2022].map(reading),
    ],
    data: Uint8Array.of(1),
  };
  const closing: Instruction = {
    program: token2022,
    metas: [
      { key: account, signer: false, writable: true },
      { key: trader, signer: false, writable: true },
      { key: trader, signer: true, writable: false },
    ],
    data: Uint8Array.of(9),
  };
  // 11 is the token program's code for an account that is not empty
  refused(scene, closing, 11);
  must(stage.send(stage.sell(tribe, trader, held), closing, reopen, stage.buy(tribe, trader, buyOf(unit))));
  expect(stage.holding(trader, tribe.mint)).toBe(unit);
  const after = stage.sell(tribe, trader, unit);
  const gone = stage.send(after, closing, stage.buy(tribe, trader, buyOf(unit)));
  expect(gone.error).toBe(code("invalidTokenAccount"));
  must(stage.send(stage.officer("grantAllowance", { allowance: anyPrice })));
  const all = stage.machine.balance(vault);
  const { withdrawReceiver } = stage.addresses();
  refused(
    scene,
    instruction(curveIdl, "withdraw", { admin: stage.admin, withdrawReceiver }, { lamports: all }),
    code("invalidReserve"),
  );
  refused(scene, transferLamports(tribe.token, trader, 1n), "InstructionError");
});

test("closed and revived accounts: zeroed accounts that an attacker assigns to our program are not states", () => {
  const { stage, tribe, trader, moved } = scene;
  const forged = keyFor("forged");
  for (const [layout, size] of [
    ["factory", 576],
    ["token", 168],
    ["token", 232],
  ] as const) {
    stage.machine.set(forged, { lamports: rentOf(size), owner: curve, data: Buffer.alloc(size) });
    refused(
      scene,
      at(stage.buy(tribe, trader, buyOf(unit)), "buy", layout, forged),
      code(layout === "factory" ? "invalidFactory" : "invalidToken"),
    );
  }
  stage.machine.set(forged, { lamports: rentOf(232), owner: poolIdl.address, data: Buffer.alloc(232) });
  refused(
    scene,
    at(stage.swap(moved, trader, "buy", sol), "buy", "pool", forged, poolIdl),
    poolIdl.code("invalidPool"),
  );
});

describe("seeds that collide", () => {
  test("no two kinds of address have the same seeds, whatever the token's id", () => {
    const [id, address] = [8, 32];
    const lengths = {
      curve: [
        "factory".length,
        "vault".length,
        "token".length + id,
        "mint".length + id,
        "new_mint".length + id,
        "conversion".length + id,
      ],
      pool: ["pool".length + address, "vault".length + address],
    };
    for (const each of Object.values(lengths)) expect(new Set(each).size).toBe(each.length);
  });

  test.each([0n, 1n, 256n, 2n ** 63n, 2n ** 64n - 1n])("a token with the id %s is separate from all others", (id) => {
    const { stage, tribe, other } = scene;
    const mine = {
      id,
      token: derive(curve, "token", id).key,
      mint: derive(curve, "mint", id).key,
      creator: stage.wallet("edge"),
    };
    must(stage.send(stage.create(mine)));
    const keys = [tribe, other, mine].flatMap((one) => [
      one.token,
      one.mint,
      ...Object.values(stage.places(one)).filter((key) => typeof key === "string"),
    ]);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

test.each([
  ["a name of 33 bytes", { name: "n".repeat(33) }],
  ["a name of 32 letters that take more bytes", { name: `${"n".repeat(31)}é` }],
  ["a symbol of 11 bytes", { symbol: "s".repeat(11) }],
  ["a uri of 65 bytes", { uri: "u".repeat(65) }],
  ["an empty symbol", { symbol: "" }],
])("metadata too long: %s is refused", (_, texts) => {
  const { stage, trader } = scene;
  refused(scene, stage.create(stage.nextTribe(trader), texts), code("invalidMetadata"));
});

test.each([
  ["a null character", "\u0000"],
  ["a line break", "\n"],
  ["the last one below a space", "\u001f"],
  ["DEL", "\u007f"],
  ["the first one of two bytes", "\u0080"],
  ["the last one of two bytes", "\u009f"],
])("metadata with control characters: %s in any text is refused for ever", (_, control) => {
  const { stage, trader } = scene;
  for (const text of [control, `An${control}n`, `${"n".repeat(8)}${control}`, `${"n".repeat(7)}${control}n`])
    for (const texts of [{ name: text }, { symbol: text }, { uri: `https://tribe.example/${text}` }])
      refused(scene, stage.create(stage.nextTribe(trader), texts), code("invalidMetadata"));
});

test("metadata with control characters: what stands beside them in Unicode is taken", () => {
  const { stage, trader } = scene;
  for (const name of [" ", "~", "\u00a0", "© «é» Ÿ", "Â\u00a0Â", "日本🔥", "À\u0fff"])
    must(stage.send(stage.create(stage.nextTribe(trader), { name, uri: `https://tribe.example/${name}` })));
});

test("metadata too long: a length beyond the data, and invalid text, are refused", () => {
  const { stage, trader } = scene;
  const good = stage.create(stage.nextTribe(trader));
  const data = Buffer.from(good.data);
  data.writeUInt32LE(2 ** 32 - 1, 16);
  expect(typeof scene.stage.send({ ...good, data }).error).toBe("number");
  const broken = Buffer.from(good.data);
  broken[20] = 0xff;
  refused(scene, { ...good, data: broken }, code("invalidMetadata"));
});
