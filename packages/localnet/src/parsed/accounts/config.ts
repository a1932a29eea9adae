import { type Key, knownKey } from "../../codec/keys.ts";
import { FieldReader, UnparsableError } from "../field-reader.ts";
import type { ParsedData } from "../parsed-data.ts";

const STAKE_CONFIG = knownKey("StakeConfig11111111111111111111111111111111");
const VALIDATOR_INFO = "Va1idator1nfo111111111111111111111111111111";

/**
 * An account of the config program: the stake program's parameters at their address, or a validator's info about itself. A node
 * parses no other. Throws UnparsableError.
 */
export function parseConfig(data: Buffer, key: Key | undefined): ParsedData {
  const reader = new FieldReader(data);
  const keys = Array.from({ length: reader.compactLength() }, () => ({ pubkey: reader.key(), signer: reader.bool() }));
  if (key === STAKE_CONFIG) {
    return { type: "stakeConfig", info: { warmupCooldownRate: reader.f64(), slashPenalty: reader.u8() } };
  }
  if (keys[0]?.pubkey !== VALIDATOR_INFO) throw new UnparsableError();
  return { type: "validatorInfo", info: { keys, configData: readJson(reader.bincodeText()) } };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnparsableError("not JSON");
  }
}
