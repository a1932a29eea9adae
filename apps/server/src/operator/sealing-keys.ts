import { replaceableKeys } from "../engines/keys/replace-key.ts";
import { resealSecrets } from "../modules/identity/index.ts";
import { resealShares } from "../modules/wallet/index.ts";
import { type Installation, OperatorError } from "./port.ts";

/** Replaces a sealing key. @returns the next step @throws OperatorError */
export const replaceSealingKey = async (installation: Installation, asked: string): Promise<string> => {
  const name = replaceableKeys.find((each) => each === asked);
  if (!name)
    throw new OperatorError(`"${asked}" is none of the keys that can be replaced: ${replaceableKeys.join(", ")}.`);
  const outcome = await installation.replaceKey(name);
  switch (outcome) {
    case "notSealedAnew":
      throw new OperatorError(
        `There is a ${name}.previous.key still. Run reseal, and delete that file when it says that nothing is sealed by it.`,
      );
    case "replaced":
      return (
        `There is a new ${name}.key, and the one of before is ${name}.previous.key. Give both files to every process that opens this ` +
        "key, start these anew, and run reseal."
      );
  }
};

/** Seals with the current keys what previous keys sealed, and reports whether these can be deleted. */
export const reseal = async (installation: Installation): Promise<string> => {
  const { keys, purposes } = await installation.sealingKeys();
  const db = installation.database();
  const outcomes = [...(await resealSecrets(db, keys, purposes)), ...(await resealShares(db, keys, purposes))];
  const total = (of: "resealed" | "unreadable") => outcomes.reduce((sum, each) => sum + each[of], 0);
  const done = `${total("resealed")} sealed anew with ${[...purposes].join(", ")}.`;
  const unreadable = total("unreadable");
  if (unreadable > 0)
    throw new OperatorError(
      `${done} ${unreadable} could be opened by no key here and were left: keep every key of before until you know why.`,
    );
  return (
    `${done} When it says 0 while all processes know the new keys, delete the files *.previous.key: that of oauth an hour after its ` +
    "replacement, as what it sealed is never kept longer."
  );
};
