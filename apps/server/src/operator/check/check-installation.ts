import type { Environment } from "../../settings/environment.ts";
import type { Installation } from "../port.ts";
import { chainChecks } from "./chain-checks.ts";
import { type Checked, runChecks } from "./check.ts";
import { databaseChecks } from "./database-checks.ts";
import { installationChecks } from "./installation-checks.ts";
import { serviceChecks } from "./service-checks.ts";

/** Looks at everything that an installation needs, and changes nothing but for a file that it stores and deletes. */
export const checkInstallation = (
  installation: Pick<Installation, "chain" | "admin" | "databaseUrl">,
  environment: Environment,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<Checked> =>
  runChecks([
    ...installationChecks(environment, variables),
    ...databaseChecks(() => installation.databaseUrl()),
    ...chainChecks(installation.chain, environment, () => installation.admin()),
    ...serviceChecks(environment),
  ]);
