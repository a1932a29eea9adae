import { createHash } from "node:crypto";
import { type FieldReader, UnparsableError } from "../../field-reader.ts";
import type { ParsedData } from "../../parsed-data.ts";
import type { InstructionAccounts, InstructionParser } from "../instruction-accounts.ts";
import { plain } from "./base.ts";

const FIELDS = ["name", "symbol", "uri"];

function metadataField(data: FieldReader): string {
  const kind = data.u8();
  const field = kind === FIELDS.length ? data.borshText() : FIELDS[kind];
  if (field === undefined) throw new UnparsableError("unknown field");
  return field;
}

const METADATA: Readonly<Record<string, InstructionParser>> = {
  initialize_account: (data, accounts) => {
    const info = accounts.named("metadata", "updateAuthority", "mint", "mintAuthority");
    const texts = { name: data.borshText(), symbol: data.borshText(), uri: data.borshText() };
    return { type: "initializeTokenMetadata", info: { ...info, ...texts } };
  },
  updating_field: (data, accounts) => {
    const info = { ...accounts.named("metadata", "updateAuthority"), field: metadataField(data) };
    return { type: "updateTokenMetadataField", info: { ...info, value: data.borshText() } };
  },
  remove_key_ix: (data, accounts) => {
    const info = { ...accounts.named("metadata", "updateAuthority"), idempotent: data.bool() };
    return { type: "removeTokenMetadataKey", info: { ...info, key: data.borshText() } };
  },
  update_the_authority: (data, accounts) => ({
    type: "updateTokenMetadataAuthority",
    info: { ...accounts.named("metadata", "updateAuthority"), newAuthority: data.nonZeroKey() },
  }),
  emitter: (data, accounts) => {
    const [start, end] = [data.option(() => data.u64()), data.option(() => data.u64())];
    const range = { ...(start === null ? {} : { start }), ...(end === null ? {} : { end }) };
    return { type: "emitTokenMetadata", info: { ...accounts.named("metadata"), ...range } };
  },
};

const GROUP: Readonly<Record<string, InstructionParser>> = {
  initialize_token_group: (data, accounts) => {
    const updateAuthority = data.nonZeroKey();
    const info = { ...accounts.named("group", "mint", "mintAuthority"), maxSize: data.u64(), updateAuthority };
    return { type: "initializeTokenGroup", info };
  },
  update_group_max_size: (data, accounts) => ({
    type: "updateTokenGroupMaxSize",
    info: { ...accounts.named("group", "updateAuthority"), maxSize: data.u64() },
  }),
  update_authority: (data, accounts) => ({
    type: "updateTokenGroupAuthority",
    info: { ...accounts.named("group", "updateAuthority"), newAuthority: data.nonZeroKey() },
  }),
  initialize_member: plain(
    "initializeTokenGroupMember",
    "member",
    "memberMint",
    "memberMintAuthority",
    "group",
    "groupUpdateAuthority",
  ),
};

/** The first eight bytes of a hash identify an interface's instruction. */
function discriminated(name: string, instructions: Readonly<Record<string, InstructionParser>>) {
  return Object.entries(instructions).map(([instruction, parse]): [string, InstructionParser] => {
    const hash = createHash("sha256").update(`${name}:${instruction}`).digest();
    return [hash.toString("hex", 0, 8), parse];
  });
}

const INTERFACES: ReadonlyMap<string, InstructionParser> = new Map([
  ...discriminated("spl_token_metadata_interface", METADATA),
  ...discriminated("spl_token_group_interface", GROUP),
]);

/** An instruction of the metadata or group interfaces, which Token-2022 implements for its own mints. */
export function parseInterface(data: FieldReader, accounts: InstructionAccounts): ParsedData {
  const parse = INTERFACES.get(data.raw(8).toString("hex"));
  if (parse === undefined) throw new UnparsableError("unknown instruction");
  return parse(data, accounts);
}
