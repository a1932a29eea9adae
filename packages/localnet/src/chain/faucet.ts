import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { type Key, keyAt, knownKey, rawBytes } from "../codec/keys.ts";
import { SYSTEM_PROGRAM } from "./accounts/account.ts";

const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");
const SPKI_ED25519_LENGTH = 12;
const COMPUTE_BUDGET = knownKey("ComputeBudget111111111111111111111111111111");
const TRANSFER = 2;
const SET_UNIT_LIMIT = 2;
const UNITS = 1_000;

/** A secret key derived from the ledger's seed and a name. */
export function secretFrom(seed: Buffer, name: string): KeyObject {
  const secret = createHash("sha256").update(seed).update(name).digest();
  return createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, secret]), format: "der", type: "pkcs8" });
}

/** The address of a secret key. */
export function publicKeyOf(secret: KeyObject): Key {
  const spki = createPublicKey(secret).export({ format: "der", type: "spki" });
  return keyAt(spki, SPKI_ED25519_LENGTH);
}

/** The account that pays airdrops; its key is derived from the ledger's seed. */
export class Faucet {
  readonly #secret: KeyObject;
  readonly key: Key;

  constructor(seed: Buffer) {
    this.#secret = secretFrom(seed, "faucet");
    this.key = publicKeyOf(this.#secret);
  }

  /**
   * A signed transfer. `nonce` distinguishes equal airdrops to one address in one slot: it is added to the compute-unit limit,
   * which changes the signature and nothing else.
   */
  transfer(to: Key, lamports: bigint, blockhash: Key, nonce: number): Buffer {
    const limit = Buffer.alloc(5);
    limit.writeUInt8(SET_UNIT_LIMIT, 0);
    limit.writeUInt32LE(UNITS + nonce, 1);
    const data = Buffer.alloc(12);
    data.writeUInt32LE(TRANSFER, 0);
    data.writeBigUInt64LE(lamports, 4);
    const self = to === this.key;
    const keys = self ? [this.key, SYSTEM_PROGRAM, COMPUTE_BUDGET] : [this.key, to, SYSTEM_PROGRAM, COMPUTE_BUDGET];
    const system = keys.length - 2;
    const message = Buffer.concat([
      Buffer.from([1, 0, 2, keys.length]),
      ...keys.map(rawBytes),
      rawBytes(blockhash),
      Buffer.from([2, system + 1, 0, limit.length]),
      limit,
      Buffer.from([system, 2, 0, self ? 0 : 1, data.length]),
      data,
    ]);
    return Buffer.concat([Buffer.from([1]), sign(null, message, this.#secret), message]);
  }
}
