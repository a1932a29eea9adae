import { texts } from "@tribe/domain/words";
import { EmptyState } from "@tribe/ui";
import { Waves } from "@tribe/ui/icons";

/** Shown if the token has no pool, because it is still on its curve. */
export const NoPool = () => (
  <EmptyState icon={<Waves size={24} />} title={texts.swapUnavailable} message={texts.notMigrated} />
);
