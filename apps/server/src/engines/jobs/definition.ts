import type { AppContext } from "../../context/context.ts";
import type { JobHandler, JobName } from "./port.ts";

/** One job's handler, as modules export it. */
export interface JobDefinition<Name extends JobName = JobName> {
  readonly name: Name;
  readonly handler: (ctx: AppContext) => JobHandler<Name>;
  /** Cron pattern, when it also runs on a schedule. */
  readonly cron?: string;
}

/** Keeps a definition's payload type. */
export const defineJob = <Name extends JobName>(definition: JobDefinition<Name>): JobDefinition =>
  // The queue passes each job's own payload, by its name.
  definition as unknown as JobDefinition;
