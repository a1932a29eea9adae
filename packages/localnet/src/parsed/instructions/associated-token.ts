import { type FieldReader, UnparsableError } from "../field-reader.ts";
import type { ParsedData } from "../parsed-data.ts";
import type { InstructionAccounts } from "./instruction-accounts.ts";

const CREATE = ["source", "account", "wallet", "mint", "systemProgram", "tokenProgram"];
const RECOVER = ["nestedSource", "nestedMint", "destination", "nestedOwner", "ownerMint", "wallet", "tokenProgram"];

/** An instruction of the associated token program; the oldest form of `create` has no data. */
export function parseAssociatedToken(data: FieldReader, accounts: InstructionAccounts): ParsedData {
  const kind = data.remaining === 0 ? 0 : data.u8();
  if (data.remaining > 0) throw new UnparsableError("data goes on");
  switch (kind) {
    case 0:
      return { type: "create", info: accounts.named(...CREATE) };
    case 1:
      return { type: "createIdempotent", info: accounts.named(...CREATE) };
    case 2:
      return { type: "recoverNested", info: accounts.named(...RECOVER) };
    default:
      throw new UnparsableError("unknown instruction");
  }
}
