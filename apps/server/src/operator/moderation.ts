import { type Address, type Mint, withoutUnseen } from "@tribe/contract";
import { formatInputUp } from "@tribe/domain/money";
import { createJobs } from "../engines/jobs/graphile.ts";
import { messagePlace, moderationLog, openReports, resolveReport } from "../modules/chat/index.ts";
import { peopleByUids } from "../modules/identity/index.ts";
import { seatDecisionsOf } from "../modules/membership/index.ts";
import { type Installation, OperatorError } from "./port.ts";

const shownReports = 20;
const shownDecisions = 50;

/** The open reports, with the messages before and after. */
export const listReports = async (installation: Installation): Promise<string> => {
  const db = installation.database();
  const reports = await openReports(db, shownReports);
  if (reports.length === 0) return "No report waits.";
  const uids = reports.flatMap(({ report, before, after }) => [
    report.authorUid,
    report.reporterUid,
    ...[...before, ...after].map(({ authorUid }) => authorUid),
  ]);
  const people = await peopleByUids(db, [...new Set(uids)]);
  const nameOf = (uid: (typeof uids)[number]) => {
    const person = people.get(uid);
    return person
      ? `${withoutUnseen(person.displayName)}${person.isNerfed ? " (nerfed)" : ""} ${person.address ?? ""}`.trim()
      : uid;
  };
  return reports
    .map(({ report, message, before, after }) => {
      const line = (mark: string, uid: typeof report.authorUid, text: string) =>
        `  ${mark} ${nameOf(uid)}: ${withoutUnseen(text)}`;
      const fate = message?.deletedAt
        ? ` (deleted since, by ${message.deletedBy})`
        : message?.editedAt
          ? " (edited since)"
          : "";
      return [
        `${report.id}: ${report.reason}, ${messagePlace(report)}, reported by ${nameOf(report.reporterUid)} at ${report.reportedAt.toISOString()}${fate}`,
        ...(report.note ? [`  note: ${withoutUnseen(report.note)}`] : []),
        ...before.map(({ authorUid, text }) => line(" ", authorUid, text)),
        line(">", report.authorUid, report.text),
        ...after.map(({ authorUid, text }) => line(" ", authorUid, text)),
      ].join("\n");
    })
    .join("\n\n");
};

/** Closes a report. @throws OperatorError when no such report is open. */
export const closeReport = async (
  installation: Installation,
  text: string | undefined,
  resolution: "removed" | "dismissed",
): Promise<string> => {
  const id = Number(text);
  if (!Number.isSafeInteger(id) || id < 1) throw new OperatorError(`"${text ?? ""}" is no number of a report.`);
  const db = installation.database();
  const report = await resolveReport({ db, jobs: createJobs(), now: Date.now }, id, resolution);
  if (!report) throw new OperatorError(`No report ${id} waits.`);
  return resolution === "removed"
    ? `Removed ${messagePlace(report)}; its reports are closed.`
    : `Left ${messagePlace(report)} as it is; its reports are closed.`;
};

/** Operators' actions on messages and people. */
export const listActions = async (installation: Installation): Promise<string> => {
  const actions = await moderationLog(installation.database(), shownDecisions);
  if (actions.length === 0) return "Nothing has been done yet.";
  return actions
    .map(({ actedAt, action, uid, mint, number }) => {
      const what = mint && number !== null ? ` ${messagePlace({ mint, number })} by` : "";
      return `${actedAt.toISOString()} ${action}${what} ${uid}`;
    })
    .join("\n");
};

/** Decisions about seats, and their inputs. */
export const listSeatDecisions = async (
  installation: Installation,
  mint: Mint,
  address: Address | null,
): Promise<string> => {
  const decisions = await seatDecisionsOf(installation.database(), mint, address, shownDecisions);
  if (decisions.length === 0) return "Nothing has been decided there.";
  return decisions
    .map(
      ({ decidedAt, address: owner, state, rule, holding, rank, groupSize, slot }) =>
        `${decidedAt.toISOString()} ${owner} ${state} by ${rule}: ${formatInputUp(holding)} tokens, ` +
        `rank ${rank ?? "none"} of ${groupSize} seats, balance of slot ${slot ?? "none"}`,
    )
    .join("\n");
};
