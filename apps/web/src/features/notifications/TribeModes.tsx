import { useQuery } from "@tanstack/react-query";
import { type NotificationSettings, routes, type TribeNotificationMode, tribeNotificationModes } from "@tribe/contract";
import { IconButton } from "@tribe/ui";
import { BellRing } from "@tribe/ui/icons";
import { api } from "../../shared/api/api.ts";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { keys } from "../../shared/queries/keys.ts";

const names: Record<TribeNotificationMode, string> = {
  all: "All messages",
  replies: "Only replies",
  mute: "Mute",
};
const isMode = (value: string): value is TribeNotificationMode => value in names;

/** For each Tribe, which messages of its chat the person is notified of. */
export const TribeModes = ({
  modes,
  onChange,
}: {
  modes: NotificationSettings["tribeSettings"];
  onChange: (modes: NotificationSettings["tribeSettings"]) => void;
}) => {
  const { data: chats = [] } = useQuery({
    queryKey: keys.myChats(),
    queryFn: async ({ signal }) => (await api(routes.chat.mine, { signal })).chats,
    staleTime: 10_000,
  });
  if (chats.length === 0) return null;
  return (
    <section aria-labelledby="tribes-heading" className="flex flex-col gap-1 border-t border-line pt-5">
      <h2 id="tribes-heading" className="font-display text-lg font-semibold">
        Your Tribes
      </h2>
      <ul className="flex flex-col">
        {chats.map(({ mint, name, pfp }) => (
          <li key={mint} className="flex min-h-14 items-center gap-3">
            <PersonAvatar seed={mint} src={pfp} name="" size={36} shape="token" />
            <span className="min-w-0 flex-1 truncate text-sm font-medium">{name}</span>
            <IconButton label={`Alarms of ${name}`} onClick={() => dialogs.open("seatAlarms", { mint })}>
              <BellRing aria-hidden size={18} />
            </IconButton>
            <select
              aria-label={`Notifications of ${name}`}
              value={modes[mint] ?? "all"}
              onChange={({ currentTarget: { value } }) => {
                if (isMode(value)) onChange({ [mint]: value });
              }}
              className="min-h-11 rounded-control border border-line-strong bg-raised px-2 text-sm pointer-coarse:text-base"
            >
              {tribeNotificationModes.map((mode) => (
                <option key={mode} value={mode}>
                  {names[mode]}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </section>
  );
};
