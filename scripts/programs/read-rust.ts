/**
 * Reads a program's definitions out of its Rust source: the layouts, discriminators, account lists, events and errors
 * that the compiler sees are the ones that the IDL says. It knows the few forms in which `programs/*` writes them and
 * stops at anything else, so that nothing is left out in silence.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Account,
  type AccountSlot,
  type Definition,
  type ErrorDefinition,
  type Field,
  type Instruction,
  type Pda,
  programAddress,
  type Struct,
  type Tagged,
} from "./definition.ts";

/** @throws when a definition is missing or has another form than this project writes. */
export function readDefinition(folder: string): Definition {
  const source = (path: string): string => readFileSync(join(folder, "src", path), "utf8");
  const cargo = readFileSync(join(folder, "../Cargo.toml"), "utf8");
  const instructionNames = [...source("instructions/mod.rs").matchAll(/^pub mod (\w+);/gm)].map((m) => need(m[1]));
  const name = need(/^name = "(\w+)"/m.exec(readFileSync(join(folder, "Cargo.toml"), "utf8"))?.[1]);
  const instructions = instructionNames.map((one) => readInstruction(folder, one));
  return {
    name,
    version: need(/^version = "([\d.]+)"/m.exec(cargo)?.[1]),
    address: programAddress(name),
    pdas: readPdas(source("seeds.rs")),
    accounts: readdirSync(join(folder, "src/state"))
      .sort()
      .map((file) => source(`state/${file}`))
      .filter((text) => structs(text)[0]?.fields[0]?.name === "discriminator")
      .map(readAccount),
    instructions,
    types: structs(readFileSync(join(folder, "../curve-math/src/order.rs"), "utf8")).filter(
      (one) => one.name === "Order" && instructions.some(({ args }) => args.some(({ type }) => type === one.name)),
    ),
    events: existsSync(join(folder, "src/events.rs")) ? readEvents(source("events.rs")) : [],
    errors: readErrors(source("errors.rs")),
  };
}

function readPdas(text: string): Pda[] {
  return [...text.matchAll(/\/\/\/ `(\w+)\(([^)]*)\)`\npub const \w+: &\[u8\] = b"(\w+)";/g)].map(
    ([, name, inputs, seed]) => ({
      name: need(name),
      seed: need(seed),
      inputs: list(need(inputs)).map((input) => {
        const [key, type] = input.split(": ");
        return { name: need(key), type: need(type) };
      }),
    }),
  );
}

function readAccount(text: string): Account {
  const all = structs(text);
  const base = all[0];
  if (!base) throw new Error("no account struct");
  const appended = all.find((one) => one.docs.join(" ").includes(`Appended to [\`${base.name}\`]`));
  return {
    ...base,
    discriminator: discriminatorOf(text, /DISCRIMINATOR: \[u8; 8\] = \[([^\]]+)\]/, `account:${base.name}`),
    ...(appended ? { appended } : {}),
  };
}

function readInstruction(folder: string, name: string): Instruction {
  const path = join(folder, "src/instructions", name);
  const data = readFileSync(join(path, "data.rs"), "utf8");
  const accounts = structs(readFileSync(join(path, "accounts.rs"), "utf8"))[0];
  if (!accounts) throw new Error(`${name} has no accounts struct`);
  const processor = join(path, "processor.rs");
  return {
    name,
    docs: existsSync(processor) ? moduleDocs(readFileSync(processor, "utf8")) : moduleDocs(data),
    discriminator: discriminatorOf(data, /DISCRIMINATOR: \[u8; 8\] = \[([^\]]+)\]/, `global:${name}`),
    args: [...(structs(data).find((one) => one.name.endsWith("Data"))?.fields ?? [])],
    accounts: accounts.fields.map(readSlot),
  };
}

function readSlot(field: Field): AccountSlot {
  const [, attributes, rest] = /^`\[([^\]]*)\]` ?(.*)$/.exec(need(field.docs[0])) ?? [];
  if (attributes === undefined) throw new Error(`${field.name}: no account attributes`);
  const optional = field.type.startsWith("Option<");
  const words = attributes.split(/, (?![^(]*\))/).filter(Boolean);
  const known = words.filter((word) => !/^(signer|writable|optional|address=.+|pda=.+)$/.test(word));
  if (known.length > 0 || optional !== words.includes("optional"))
    throw new Error(`${field.name}: attributes do not fit`);
  const value = (key: string) => words.find((word) => word.startsWith(`${key}=`))?.slice(key.length + 1);
  const address = value("address");
  const pda = /^(\w+)(?:\(([^)]*)\))?$/.exec(value("pda") ?? "");
  return {
    name: field.name,
    docs: [rest ?? "", ...field.docs.slice(1)].filter(Boolean),
    signer: words.includes("signer"),
    writable: words.includes("writable"),
    optional,
    ...(address ? { address } : {}),
    ...(pda ? { pda: { name: need(pda[1]), inputs: list(pda[2] ?? "") } } : {}),
  };
}

function readEvents(text: string): Tagged[] {
  const form = /event! \{\n((?: {4}\/\/\/[^\n]*\n)*) {4}(\w+) = \[([^\]]+)\], \{\n([\s\S]*?)\n {4}\}\n\}/g;
  return [...text.matchAll(form)].map(([, docs, name, bytes, body]) => ({
    name: need(name),
    docs: docLines(need(docs)),
    discriminator: checked(need(bytes), `event:${name}`),
    fields: fieldsOf(need(body), /^(\w+): (.+),$/),
  }));
}

function readErrors(text: string): ErrorDefinition[] {
  const body = need(/^errors! \{\n([\s\S]*?)^\}/m.exec(text)?.[1]);
  return [...body.matchAll(/((?: {4}\/\/\/[^\n]*\n)*) {4}(\w+) = (\d+), "([^"]+)";/g)].map(
    ([, docs, name, code, message]) => ({
      name: need(name),
      code: Number(code),
      message: need(message),
      docs: docLines(need(docs)),
    }),
  );
}

const privateField = /^\w+: [^,]+,$/;

function structs(text: string): Struct[] {
  const form = /((?:^\/\/\/[^\n]*\n)*)(?:^#\[[^\n]*\n)*^pub struct (\w+)(?:<'a>)? \{\n([\s\S]*?)^\}/gm;
  return [...text.matchAll(form)].map(([, docs, name, body]) => ({
    name: need(name),
    docs: docLines(need(docs)),
    fields: fieldsOf(need(body), /^pub (\w+): (.+),$/),
  }));
}

function fieldsOf(body: string, form: RegExp): Field[] {
  const fields: Field[] = [];
  let docs: string[] = [];
  for (const line of body.split("\n").map((one) => one.trim())) {
    const found = form.exec(line);
    if (line.startsWith("///")) docs.push(line.slice(3).trim());
    else if (found) {
      fields.push({ name: need(found[1]), type: need(found[2]), docs });
      docs = [];
    } else if (line.startsWith("// ") || privateField.test(line)) docs = [];
    else if (line !== "") throw new Error(`not a field: ${line}`);
  }
  return fields;
}

function discriminatorOf(text: string, form: RegExp, preimage: string): number[] {
  return checked(need(form.exec(text)?.[1]), preimage);
}

function checked(bytes: string, preimage: string): number[] {
  const written = list(bytes).map(Number);
  const expected = [...createHash("sha256").update(preimage).digest().subarray(0, 8)];
  if (written.join() !== expected.join()) throw new Error(`the discriminator of ${preimage} is ${expected.join()}`);
  return written;
}

function moduleDocs(text: string): string[] {
  return [...text.matchAll(/^\/\/! ?(.*)$/gm)].map((m) => need(m[1]));
}

function docLines(text: string): string[] {
  return [...text.matchAll(/\/\/\/ ?(.*)/g)].map((m) => need(m[1]));
}

function list(text: string): string[] {
  return text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
}

function need(value: string | undefined): string {
  if (value === undefined) throw new Error("a definition has an unexpected form");
  return value;
}
