import { describeMessage } from "@tribe/chain/clear-signing";
import { toSignature } from "@tribe/chain/transactions";
import type { Address } from "@tribe/contract";
import type { Logger } from "pino";
import { isSignedByWallet } from "../keys/is-signed-by-wallet.ts";
import type { Keys } from "../keys/port.ts";
import { type CoSigner, CoSignRefusedError } from "./port.ts";
import type { CoSignRateLimiter } from "./rate-limiter.ts";

interface LocalCoSignerParts {
  readonly keys: Pick<Keys, "admin">;
  readonly program: Address;
  readonly rateLimiter: CoSignRateLimiter;
  readonly log: Logger;
}

/** The kinds that are co-signed. Any other kind is signed by its trader alone, no matter who sends the request. */
const coSigned: ReadonlySet<string> = new Set(["createTribe", "buy", "sell"]);

/** Decides whether to co-sign, and signs with the admin's key, which this process holds. */
export const createLocalCoSigner = ({ keys, program, rateLimiter, log }: LocalCoSignerParts): CoSigner => ({
  get address() {
    return keys.admin.address;
  },
  coSign: async ({ message, trader, signature }) => {
    const refuse = (why: string): never => {
      log.error({ trader, why }, "a co-signature was refused");
      throw new CoSignRefusedError(`not co-signed: ${why}`);
    };
    const admin = keys.admin.address;
    // Decoded as by the wallet: a single instruction of ours, paid by the trader, at most with the closing of the account that a
    // sale empties, in a message that encodes to the same bytes again.
    const read = await describeMessage(message, { wallet: trader, admin, program });
    if (read.kind === "refused") return refuse(`the message is refused as ${read.reason}`);
    if (!coSigned.has(read.kind)) return refuse(`a ${read.kind} is signed by its trader alone`);
    if (!("admin" in read) || read.admin !== admin) return refuse("the message does not name the admin as a signer");
    if (!isSignedByWallet(message, signature, trader)) return refuse("its trader has not signed it");
    const limit = await rateLimiter.count(trader);
    if (limit) return refuse(limit);
    return toSignature(await keys.admin.sign(message));
  },
});
