import { useMutation } from "@tanstack/react-query";
import { routes } from "@tribe/contract";
import { Button } from "@tribe/ui";
import { Download } from "@tribe/ui/icons";
import { wordsOf } from "../../shared/api/errors.ts";
import { fileClient } from "../../shared/api/file-client.ts";
import { useCurrency } from "../../shared/fiat/currency.ts";
import { saveFile } from "../../shared/storage/save-file.ts";

/** Saves everything that happened to the person's tokens as a file, for their records or a tax adviser. */
export const TransactionsFile = () => {
  const currency = useCurrency() ?? "USD";
  const save = useMutation({
    mutationFn: async () => {
      const file = await fileClient()(routes.market.transactionsFile, { query: { currency } }, "blob");
      saveFile(file, `tribe-transactions-${new Date().toISOString().slice(0, 10)}.csv`);
    },
  });
  return (
    <div className="flex flex-col items-start gap-1 pt-2">
      <Button
        variant="ghost"
        small
        icon={<Download aria-hidden size={16} />}
        busy={save.isPending}
        onClick={() => save.mutate()}
      >
        Download my transactions (CSV)
      </Button>
      {save.error ? (
        <p role="alert" className="text-sm text-down">
          {wordsOf(save.error).title}
        </p>
      ) : null}
    </div>
  );
};
