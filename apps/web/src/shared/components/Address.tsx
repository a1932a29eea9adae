import { shortenAddress } from "@tribe/domain/money";
import { clipboardTexts, texts } from "@tribe/domain/words";
import { AddressChip } from "@tribe/ui";
import { toast } from "../notices/toast.ts";

/** An address with its copy button; `full` shows all of it. */
export const Address = ({
  address,
  full = false,
  className,
}: {
  address: string;
  full?: boolean;
  className?: string;
}) => (
  <AddressChip
    address={address}
    shown={full ? address : shortenAddress(address)}
    onCopied={() => toast.success(texts.addressCopied)}
    onFailed={() => toast.error(clipboardTexts.addressNotCopied)}
    {...(className ? { className } : {})}
  />
);
