import { createECDH } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isKmsPurpose } from "../../engines/keys/kms-settings.ts";
import type { KeyName } from "../../engines/keys/port.ts";
import {
  ConfigError,
  dataDirOf,
  type Environment,
  readEnvironment,
  unknownVariables,
} from "../../settings/environment.ts";
import { parseRoles } from "../../settings/roles.ts";
import { keysOfRole } from "../../start/role-keys.ts";
import type { Check } from "./check.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** The settings, the keys of this process's roles, and those of pushes. */
export const installationChecks = (environment: Environment, variables: Variables): readonly Check[] => [
  {
    name: "settings",
    run: async () => {
      try {
        readEnvironment(variables);
      } catch (error) {
        if (error instanceof ConfigError) throw new Error(error.message.split("\n").slice(1).join("\n").trim());
        throw error;
      }
      const unknown = unknownVariables(variables);
      if (unknown.length > 0) throw new Error(`${unknown.join(", ")}: no setting of Tribe; is it misspelt?`);
      return environment.TRIBE_MODE;
    },
  },
  {
    name: "keys",
    run: async () => {
      const folder = join(dataDirOf(environment), "keys");
      const roles = [...parseRoles(environment.TRIBE_ROLES)];
      const isInFile = (name: KeyName) => environment.KMS_KEY_ID === undefined || !isKmsPurpose(name);
      const names = [...new Set(roles.flatMap((role) => keysOfRole[role]))].filter(isInFile);
      const files = names.map((name) => (name === "admin" ? "admin.json" : `${name}.key`));
      const found = await Promise.all(files.map((file) => stat(join(folder, file)).catch(() => null)));
      const missing = files.filter((_, index) => !found[index]);
      if (missing.length > 0)
        throw new Error(
          `${folder} lacks ${missing.join(", ")}: a new installation runs make-keys, any other puts its own there`,
        );
      const open = files.filter((_, index) => ((found[index]?.mode ?? 0) & 0o077) !== 0);
      if (open.length > 0) throw new Error(`others may read ${open.join(", ")} in ${folder}: chmod 600`);
      return `${files.length} for ${roles.join(", ")}`;
    },
  },
  {
    name: "push keys",
    run: async () => {
      const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT } = environment;
      if (!VAPID_PUBLIC_KEY && !VAPID_PRIVATE_KEY) {
        if (environment.TRIBE_MODE === "local") return null;
        throw new Error("VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not set: make-keys makes a pair");
      }
      const pair = createECDH("prime256v1");
      pair.setPrivateKey(VAPID_PRIVATE_KEY ?? "", "base64url");
      if (pair.getPublicKey("base64url") !== VAPID_PUBLIC_KEY)
        throw new Error("VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are no pair");
      if (!VAPID_SUBJECT) throw new Error("VAPID_SUBJECT is not set: mailto: or https:, where push services reach you");
      return "a pair";
    },
  },
];
