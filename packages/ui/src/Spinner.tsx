import { LoaderCircle } from "./icons/index.ts";

/** A spinner. With `label` it is announced; without, the text beside it says what is happening. */
export const Spinner = ({ label, size = 20 }: { label?: string; size?: number }) => (
  <span role={label ? "status" : undefined} className="inline-flex items-center justify-center">
    <LoaderCircle aria-hidden size={size} className="animate-spin" />
    {label ? <span className="sr-only">{label}</span> : null}
  </span>
);
