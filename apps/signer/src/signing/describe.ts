import type { Address, SignerConfig } from "@tribe/contract";
import type { Bytes } from "../keys/bytes.ts";
import type { Spending } from "../sends/sending.ts";
import type { ConfirmContent } from "./screen.ts";

/** Bytes decoded into what the person must know, or the reason why we do not sign them. */
export type Described =
  | {
      readonly kind: "content";
      /** What the bytes alone say; shown at once. */
      readonly content: ConfirmContent;
      /** The same with what the chain says; null when there is nothing to ask there. Never rejects: silence is an answer. */
      readonly checked: Promise<ConfirmContent> | null;
      /** Where it counts towards the allowance: what those rules need of it. */
      readonly spending?: Spending;
      /** Who made the token, if that is somebody else, once the chain has said it. Never rejects. */
      readonly creator?: Promise<Address | null>;
    }
  | { readonly kind: "refused"; readonly reason: string };

/** Decodes what is to be signed, for the wallet at `owner`. */
export type Describe = (bytes: Bytes, owner: Address, config: SignerConfig) => Promise<Described> | Described;
