import { classes } from "@tribe/ui";
import { splitName } from "../file-name.ts";

/** A file's name on one line. Where it is too long its middle is left out, so that its ending stays in sight. */
export const FileName = ({ name, className }: { name: string; className?: string }) => {
  const { start, end } = splitName(name);
  if (start === "") return <span className={classes("block truncate", className)}>{end}</span>;
  return (
    <span title={name} className={classes("block min-w-0", className)}>
      {/* Read in one piece: the parts below would be read as two words. */}
      <span className="sr-only">{name}</span>
      <span aria-hidden dir="ltr" className="flex whitespace-pre select-none">
        <bdi className="truncate">{start}</bdi>
        <bdi className="shrink-0">{end}</bdi>
      </span>
    </span>
  );
};
