import { createHash, createPrivateKey, createPublicKey, randomBytes } from "node:crypto";
import { Keypair } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChain, type LocalChain } from "../../src/index.ts";
import { anyAddress, client, field, signed, temporaryFolder, transfer } from "../support.ts";

const SIGNATURE_AT = 1;
const MESSAGE_AT = 65;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

describe("a message runs once", () => {
  const folder = temporaryFolder();
  let chain: LocalChain;
  let call: ReturnType<typeof client>;
  let payer: Keypair;

  beforeEach(() => {
    chain = createChain({ ledger: folder.path });
    call = client(chain);
    payer = Keypair.generate();
    call.airdrop(payer.publicKey);
  });

  afterEach(async () => {
    await chain.close();
    folder.remove();
  });

  const pay = (lamports = 1_000_000) =>
    signed([transfer(payer.publicKey, anyAddress(), lamports)], payer, call.blockhash());

  it("whatever its signatures", () => {
    const wire = pay();
    const other = signedAnew(wire, payer);
    expect(other).not.toBe(wire);
    expect(field(call.simulate(other, { sigVerify: true }), "err")).toBeNull();
    call.send(wire);
    const after = call.balance(payer.publicKey);
    expect(() => call.send(other)).toThrow("This transaction has already been processed");
    expect(call.outcome(other)).toBe("no trace");
    expect(call.balance(payer.publicKey)).toBe(after);
  });

  it("for as long as its blockhash is valid, failed or not, across restarts", async () => {
    const [good, bad] = [pay(), pay(1e15)];
    expect([call.outcome(good), call.outcome(bad)]).toEqual([null, { InstructionError: [0, { Custom: 1 }] }]);
    const after = call.balance(payer.publicKey);
    for (let restart = 0; restart < 3; restart++) {
      chain.warp({ slots: 45 });
      await chain.close();
      chain = createChain({ ledger: folder.path });
      call = client(chain);
      for (const wire of [good, bad]) {
        expect(field(call.simulate(wire), "err")).toBe("AlreadyProcessed");
        call.send(wire, { skipPreflight: true });
        expect(call.outcome(signedAnew(wire, payer))).toBe("no trace");
      }
    }
    chain.warp({ slots: 20 });
    expect(field(call.simulate(good), "err")).toBe("BlockhashNotFound");
    expect(call.balance(payer.publicKey)).toBe(after);
  });

  it("and a simulation checks that at its own commitment", () => {
    const wire = pay();
    chain.warp({ slots: 32 });
    call.send(wire);
    expect(field(call.simulate(wire, { commitment: "finalized" }), "err")).toBeNull();
    chain.tick();
    expect(field(call.simulate(wire, { commitment: "confirmed" }), "err")).toBe("AlreadyProcessed");
    expect(field(call.simulate(wire, { commitment: "finalized" }), "err")).toBeNull();
  });
});

/** The same message with another valid signature of the same key, whose secret nonce is random instead of derived. */
function signedAnew(wire: string, pair: Keypair): string {
  const bytes = Buffer.from(wire, "base64");
  const [drawn, key] = [randomBytes(32), Buffer.from(pair.secretKey.subarray(0, 32))];
  const pkcs8 = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), drawn]);
  const spki = createPublicKey(createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" }));
  const point = spki.export({ format: "der", type: "spki" }).subarray(12);
  const challenge = sha512(point, pair.publicKey.toBuffer(), bytes.subarray(MESSAGE_AT));
  const s = (scalar(drawn) + little(challenge) * scalar(key)) % ORDER;
  point.copy(bytes, SIGNATURE_AT);
  Buffer.from(s.toString(16).padStart(64, "0"), "hex")
    .reverse()
    .copy(bytes, SIGNATURE_AT + 32);
  return bytes.toString("base64");
}

function scalar(seed: Buffer): bigint {
  const half = sha512(seed).subarray(0, 32);
  half.writeUInt8(half.readUInt8(0) & 248, 0);
  half.writeUInt8((half.readUInt8(31) & 127) | 64, 31);
  return little(half);
}

function sha512(...parts: Buffer[]): Buffer {
  return createHash("sha512").update(Buffer.concat(parts)).digest();
}

function little(bytes: Buffer): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);
}
