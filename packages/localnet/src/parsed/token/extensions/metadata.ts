import type { FieldReader } from "../../field-reader.ts";

/** `tokenMetadata`: the one extension whose length varies, in Borsh. */
export function tokenMetadata(reader: FieldReader) {
  const metadata = {
    updateAuthority: reader.nonZeroKey(),
    mint: reader.key(),
    name: reader.borshText(),
    symbol: reader.borshText(),
    uri: reader.borshText(),
  };
  const additionalMetadata: [string, string][] = [];
  for (let left = reader.u32(); left > 0; left--) additionalMetadata.push([reader.borshText(), reader.borshText()]);
  return { ...metadata, additionalMetadata };
}

/** `tokenGroup`. */
export function tokenGroup(reader: FieldReader) {
  return {
    updateAuthority: reader.nonZeroKey(),
    mint: reader.key(),
    size: reader.u64(),
    maxSize: reader.u64(),
  };
}

/** `tokenGroupMember`. */
export function tokenGroupMember(reader: FieldReader) {
  return { mint: reader.key(), group: reader.key(), memberNumber: reader.u64() };
}

/** An authority and the address that it set, under the name that the extension gives it. */
export function pointer(name: "metadataAddress" | "groupAddress" | "memberAddress" | "programId") {
  return (reader: FieldReader) => ({ authority: reader.nonZeroKey(), [name]: reader.nonZeroKey() });
}
