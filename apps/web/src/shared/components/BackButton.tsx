import { IconButton } from "@tribe/ui";
import { ArrowLeft } from "@tribe/ui/icons";
import { useBack } from "../navigation/use-back.ts";

/** Goes back inside the app, or to `fallback`. */
export const BackButton = ({ fallback = "/" }: { fallback?: string }) => (
  <IconButton label="Back" onClick={useBack(fallback)}>
    <ArrowLeft aria-hidden size={20} />
  </IconButton>
);
