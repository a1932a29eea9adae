import type { Address, SignerConfig } from "@tribe/contract";
import type { Bytes } from "../keys/bytes.ts";
import type { ConfirmContent } from "./screen.ts";

/** Bytes decoded into what the person must know, or the reason why we do not sign them. */
export type Described =
  | { readonly kind: "content"; readonly content: ConfirmContent }
  | { readonly kind: "refused"; readonly reason: string };

/** Decodes what is to be signed, for the wallet at `owner`. */
export type Describe = (bytes: Bytes, owner: Address, config: SignerConfig) => Promise<Described> | Described;
