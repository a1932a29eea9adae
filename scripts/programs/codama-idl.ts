/** The Codama root node of a program: what the TypeScript client is generated from. */
import {
  accountNode,
  accountValueNode,
  argumentValueNode,
  arrayTypeNode,
  booleanTypeNode,
  bytesTypeNode,
  bytesValueNode,
  constantPdaSeedNodeFromString,
  definedTypeLinkNode,
  definedTypeNode,
  errorNode,
  fieldDiscriminatorNode,
  fixedCountNode,
  fixedSizeTypeNode,
  type InstructionInputValueNode,
  instructionAccountNode,
  instructionArgumentNode,
  instructionNode,
  numberTypeNode,
  pdaLinkNode,
  pdaNode,
  pdaSeedValueNode,
  pdaValueNode,
  programIdValueNode,
  programNode,
  publicKeyTypeNode,
  publicKeyValueNode,
  type RootNode,
  remainderOptionTypeNode,
  rootNode,
  sizePrefixTypeNode,
  stringTypeNode,
  structFieldTypeNode,
  structTypeNode,
  type TypeNode,
  variablePdaSeedNode,
} from "codama";
import {
  type Account,
  type AccountSlot,
  camel,
  type Definition,
  type Field,
  type Instruction,
  knownPrograms,
  lowerFirst,
  upgradeableLoader,
} from "./definition.ts";

/** @throws when a field has a Rust type without a counterpart here. */
export function codamaIdl(definition: Definition): RootNode {
  return rootNode(
    programNode({
      name: definition.name,
      publicKey: definition.address,
      version: semver(definition.version),
      origin: "anchor",
      pdas: [...definition.pdas.map(pda), ...foreignPdas(definition.address)],
      accounts: definition.accounts.map((account) => accountOf(account, definition)),
      instructions: definition.instructions.map((one) => instruction(one)),
      definedTypes: [...definition.types, ...definition.events].map((one) =>
        definedTypeNode({
          name: lowerFirst(one.name),
          docs: [...one.docs],
          type: structTypeNode(one.fields.map(field)),
        }),
      ),
      errors: definition.errors.map((one) =>
        errorNode({ name: lowerFirst(one.name), code: one.code, message: one.message, docs: [...one.docs] }),
      ),
    }),
  );
}

function semver(text: string): `${number}.${number}.${number}` {
  const [major, minor, patch] = text.split(".").map(Number);
  return `${major ?? 0}.${minor ?? 0}.${patch ?? 0}`;
}

function pda(one: Definition["pdas"][number]) {
  return pdaNode({
    name: camel(one.name),
    seeds: [
      constantPdaSeedNodeFromString("utf8", one.seed),
      ...one.inputs.map((input) => variablePdaSeedNode(camel(input.name), type(input.type))),
    ],
  });
}

function foreignPdas(programAddress: string) {
  return [
    pdaNode({
      name: "associatedToken",
      programId: knownPrograms.associated_token?.address ?? "",
      seeds: ["owner", "tokenProgram", "mint"].map((name) => variablePdaSeedNode(name, publicKeyTypeNode())),
    }),
    pdaNode({
      name: "programData",
      programId: upgradeableLoader,
      docs: [`Of the program ${programAddress}.`],
      seeds: [variablePdaSeedNode("program", publicKeyTypeNode())],
    }),
  ];
}

function accountOf(one: Account, definition: Definition) {
  const discriminator = Buffer.from(one.discriminator).toString("hex");
  const name = lowerFirst(one.name);
  const fields = one.fields.map((each) =>
    each.name === "discriminator"
      ? structFieldTypeNode({
          name: "discriminator",
          type: fixedSizeTypeNode(bytesTypeNode(), 8),
          defaultValue: bytesValueNode("base16", discriminator),
          defaultValueStrategy: "omitted",
        })
      : field(each),
  );
  if (one.appended)
    fields.push(
      structFieldTypeNode({
        name: lowerFirst(one.appended.name),
        docs: ["Present once the token has migrated."],
        type: remainderOptionTypeNode(structTypeNode(one.appended.fields.map(field))),
      }),
    );
  return accountNode({
    name,
    docs: [...one.docs],
    discriminators: [fieldDiscriminatorNode("discriminator")],
    ...(definition.pdas.some((each) => each.name === name) ? { pda: pdaLinkNode(name) } : {}),
    data: structTypeNode(fields),
  });
}

function instruction(one: Instruction) {
  const discriminator = instructionArgumentNode({
    name: "discriminator",
    type: fixedSizeTypeNode(bytesTypeNode(), 8),
    defaultValue: bytesValueNode("base16", Buffer.from(one.discriminator).toString("hex")),
    defaultValueStrategy: "omitted",
  });
  return instructionNode({
    name: camel(one.name),
    docs: [...one.docs],
    optionalAccountStrategy: "programId",
    discriminators: [fieldDiscriminatorNode("discriminator")],
    arguments: [
      discriminator,
      ...one.args.map((each) =>
        instructionArgumentNode({ name: camel(each.name), docs: [...each.docs], type: type(each.type) }),
      ),
    ],
    accounts: one.accounts.map((slot) => {
      const defaultValue = slotDefault(slot, one);
      return instructionAccountNode({
        name: camel(slot.name),
        docs: [...slot.docs],
        isSigner: slot.signer,
        isWritable: slot.writable,
        isOptional: slot.optional,
        ...(defaultValue ? { defaultValue } : {}),
      });
    }),
  });
}

function slotDefault(slot: AccountSlot, one: Instruction): InstructionInputValueNode | undefined {
  if (slot.address === "self") return programIdValueNode();
  if (slot.address) {
    const program = knownPrograms[slot.address];
    if (!program) throw new Error(`unknown program ${slot.address}`);
    return publicKeyValueNode(program.address, program.name);
  }
  if (!slot.pda) return undefined;
  if (slot.pda.name === "program_data")
    return pdaValueNode(pdaLinkNode("programData"), [pdaSeedValueNode("program", accountValueNode("program"))]);
  if (slot.pda.name === "associated_token") {
    const [owner, tokenProgram, mint] = slot.pda.inputs.map((input) => accountValueNode(camel(input)));
    if (!owner || !tokenProgram || !mint) throw new Error(`${slot.name}: owner, token program and mint are needed`);
    return pdaValueNode(pdaLinkNode("associatedToken"), [
      pdaSeedValueNode("owner", owner),
      pdaSeedValueNode("tokenProgram", tokenProgram),
      pdaSeedValueNode("mint", mint),
    ]);
  }
  return pdaValueNode(
    pdaLinkNode(camel(slot.pda.name)),
    slot.pda.inputs.map((input) => {
      const isArgument = one.args.some((each) => each.name === input);
      return pdaSeedValueNode(
        camel(input),
        isArgument ? argumentValueNode(camel(input)) : accountValueNode(camel(input)),
      );
    }),
  );
}

function field(one: Field) {
  const padding = one.name === "padding" || one.name === "reserved" ? /^\[u8; (\d+)\]$/.exec(one.type) : null;
  return structFieldTypeNode({
    name: camel(one.name),
    docs: [...one.docs],
    type: type(one.type),
    ...(padding
      ? { defaultValue: bytesValueNode("base16", "00".repeat(Number(padding[1]))), defaultValueStrategy: "omitted" }
      : {}),
  });
}

function type(rust: string): TypeNode {
  switch (rust) {
    case "u8":
    case "u16":
    case "u32":
    case "u64":
    case "i64":
      return numberTypeNode(rust);
    case "bool":
    case "Flag":
      return booleanTypeNode();
    case "Address":
      return publicKeyTypeNode();
    case "&'a str":
      return sizePrefixTypeNode(stringTypeNode("utf8"), numberTypeNode("u32"));
    case "Order":
      return definedTypeLinkNode("order");
  }
  const bytes = /^\[u8; (\d+)\]$/.exec(rust);
  if (bytes) return fixedSizeTypeNode(bytesTypeNode(), Number(bytes[1]));
  const list = /^\[(\w+); (\d+)\]$/.exec(rust);
  if (list?.[1]) return arrayTypeNode(type(list[1]), fixedCountNode(Number(list[2])));
  throw new Error(`no client type for ${rust}`);
}
