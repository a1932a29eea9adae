import type { Address, Mint, SignerConfig } from "@tribe/contract";
import type { Bytes } from "../keys/bytes.ts";
import type { Declaration } from "../outflow/declaration.ts";
import type { ConfirmContent } from "./screen.ts";

/** A token whose creator is named beside it. */
export interface NamedToken {
  readonly mint: Mint;
  /** The creator by the wallet's node, if that is somebody else than the wallet. Never rejects. */
  readonly creator: Promise<Address | null>;
}

/** The decoded content that the person must see, or the reason why the wallet does not sign. */
export type Described =
  | {
      readonly kind: "content";
      /** The content from the bytes alone; shown at once. */
      readonly content: ConfirmContent;
      /**
       * The content with the chain's answers; null if there is nothing to ask. Never rejects: a silent node is an answer, too.
       */
      readonly checked: Promise<ConfirmContent> | null;
      /** What leaves the wallet by it. */
      readonly outflow: Declaration;
      /** Whom a transfer pays. */
      readonly recipient?: Address;
      /** Whose token it is. */
      readonly token?: NamedToken;
    }
  | { readonly kind: "refused"; readonly reason: string };

/** Decodes what is to be signed, for the wallet at `owner`. */
export type Describe = (bytes: Bytes, owner: Address, config: SignerConfig) => Promise<Described> | Described;
