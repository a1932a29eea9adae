import { useMutation } from "@tanstack/react-query";
import { createRouteClient, routes } from "@tribe/contract";
import { accountTexts } from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import { Download } from "@tribe/ui/icons";
import { access, credentialsOf } from "../../../shared/api/access.ts";
import { wordsOf } from "../../../shared/api/errors.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { saveFile } from "../../../shared/storage/save-file.ts";
import { serverClock } from "../../../shared/time/server-time.ts";

/** Downloads all data of the person on the server as a file. */
export const DownloadData = () => {
  const download = useMutation({
    mutationFn: async () => {
      const call = createRouteClient({
        origin: location.origin,
        clock: serverClock,
        credentials: () => credentialsOf(access.get()),
      });
      const file = await call(routes.account.exportData, {}, "blob");
      saveFile(file, `tribe-data-${new Date().toISOString().slice(0, 10)}.json`);
    },
    onSuccess: () => toast.success(accountTexts.dataSaved),
    onError: (error) => toast.error(wordsOf(error).title),
  });
  return (
    <section aria-labelledby="data-heading" className="flex flex-col gap-2">
      <h2 id="data-heading" className="text-sm font-semibold">
        Your data
      </h2>
      <p className="text-sm text-pretty text-muted">
        A JSON file with your profile, sessions, seats, messages, reactions, files and transactions. It holds no key.
      </p>
      <Button
        className="self-start"
        icon={<Download aria-hidden size={16} />}
        busy={download.isPending}
        onClick={() => download.mutate()}
      >
        Download my data
      </Button>
    </section>
  );
};
