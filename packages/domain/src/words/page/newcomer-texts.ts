import { newcomerLimits } from "@tribe/contract";
import { momentWords } from "../failures/retry-time.ts";

const minute = 60_000;
/** The next full minute: at the one before it would still be refused. */
const more = (until: number, now: number): string => `More ${momentWords(Math.ceil(until / minute) * minute, now)}.`;
const left = (count: number): string => (count === 0 ? "none left" : `${count} left`);

/** What a newcomer may send, said before they press Send. Times in milliseconds since 1970. */
export const newcomerTexts = {
  /** @param chosen files of the message that is being written */
  files: (filesLeft: number, chosen: number, until: number, now: number): string => {
    const limit = `New here: ${newcomerLimits.attachments} files in your first hour, ${left(filesLeft)}.`;
    const first = filesLeft === 1 ? "The first goes" : `The first ${filesLeft} go`;
    const rest = filesLeft === 0 ? "Your files wait here." : `${first} now, the rest waits here.`;
    return [limit, more(until, now), ...(chosen > filesLeft ? [rest] : [])].join(" ");
  },
  links: (linksLeft: number, until: number, now: number): string =>
    `New here: ${newcomerLimits.links} links in your first hour, ${left(linksLeft)}. ${more(until, now)}`,
} as const;
