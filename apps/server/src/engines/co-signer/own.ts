import { describeMessage } from "@tribe/chain/clear-signing";
import { toSignature } from "@tribe/chain/transactions";
import type { Address } from "@tribe/contract";
import type { Logger } from "pino";
import { isSignedByWallet } from "../keys/is-signed-by-wallet.ts";
import type { Keys } from "../keys/port.ts";
import { type CoSigner, CoSignRefusedError } from "./port.ts";
import type { CoSignTally } from "./tally.ts";

interface OwnCoSignerParts {
  readonly keys: Pick<Keys, "admin">;
  readonly program: Address;
  readonly tally: CoSignTally;
  readonly log: Logger;
}

/** What of ours has a place for the admin. */
const coSigned: ReadonlySet<string> = new Set(["createTribe", "buy", "sell"]);

/** Co-signs with the key of this process. */
export const createOwnCoSigner = ({ keys, program, tally, log }: OwnCoSignerParts): CoSigner => ({
  get address() {
    return keys.admin.address;
  },
  coSign: async ({ message, trader, signature }) => {
    const refuse = (why: string): never => {
      log.error({ trader, why }, "a co-signature was refused");
      throw new CoSignRefusedError(`not co-signed: ${why}`);
    };
    const admin = keys.admin.address;
    // The same reading as the wallet's: one instruction of ours, built again from what it says, paid by the trader.
    const read = await describeMessage(message, { wallet: trader, admin, program });
    if (read.kind === "refused") return refuse(`the message is refused as ${read.reason}`);
    if (!coSigned.has(read.kind)) return refuse(`a ${read.kind} is signed by its trader alone`);
    if (!("admin" in read) || read.admin !== admin) return refuse("the message has no place for the admin");
    if (!isSignedByWallet(message, signature, trader)) return refuse("its trader has not signed it");
    const limit = await tally.count(trader);
    if (limit) return refuse(limit);
    return toSignature(await keys.admin.sign(message));
  },
});
