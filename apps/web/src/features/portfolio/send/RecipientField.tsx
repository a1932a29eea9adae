import { queryOptions, useQuery } from "@tanstack/react-query";
import { routes } from "@tribe/contract";
import { type PaymentRequest, parsePaymentLink } from "@tribe/domain/money";
import { Button, TextField } from "@tribe/ui";
import { useRef } from "react";
import { api } from "../../../shared/api/api.ts";
import { PersonAvatar } from "../../../shared/components/PersonAvatar.tsx";
import type { SendPerson } from "../../../shared/dialogs/names.ts";

const minLetters = 2;
/** A longer text is not searched for as a name: it is an address. */
const maxLetters = 31;

const peopleQuery = (search: string) =>
  queryOptions({
    queryKey: ["people", search],
    queryFn: async ({ signal }) =>
      (await api(routes.identity.searchPeople, { query: { search, limit: 5 }, signal })).people,
    staleTime: 60_000,
  });

/** Not on a page without TLS. */
const canPaste = (): boolean => typeof navigator.clipboard?.readText === "function";

/** A field for an address or for the name or handle of a person. A chosen person is shown with the full address. */
export const RecipientField = ({
  text,
  person,
  problem,
  onChange,
  onRequest,
}: {
  text: string;
  person: SendPerson | null;
  problem: string | null;
  onChange: (text: string, person: SendPerson | null) => void;
  /** Called when a payment link was entered. */
  onRequest: (request: PaymentRequest) => void;
}) => {
  const field = useRef<HTMLInputElement>(null);
  const search = text.trim();
  const isName = person === null && search.length >= minLetters && search.length <= maxLetters;
  const { data: people, isFetching } = useQuery({ ...peopleQuery(search), enabled: isName });
  if (person)
    return (
      <section aria-label="To" className="flex items-center gap-3 rounded-card border border-line-strong p-3">
        <PersonAvatar seed={person.uid} src={person.pfp} name="" size={40} />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="truncate font-medium">
            {person.displayName}
            {person.handle ? <span className="font-normal text-muted"> @{person.handle}</span> : null}
          </span>
          <span className="font-mono text-xs text-muted wrap-anywhere">{text}</span>
          {problem ? (
            <span role="alert" className="text-sm text-down">
              {problem}
            </span>
          ) : null}
        </span>
        <Button small onClick={() => onChange("", null)}>
          Change
        </Button>
      </section>
    );
  const enter = (entered: string) => {
    const request = parsePaymentLink(entered);
    if (request) onRequest(request);
    else onChange(entered, null);
  };
  /** Where the browser gives nothing, the field has the focus, and what a person pastes by themselves goes there. */
  const paste = () =>
    navigator.clipboard.readText().then(
      (copied) => (copied.trim() === "" ? field.current?.focus() : enter(copied.trim())),
      () => field.current?.focus(),
    );
  const isNobody = isName && !isFetching && people?.length === 0;
  return (
    <div className="flex flex-col gap-1">
      <TextField
        label="To"
        placeholder="Address, name or @handle"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        ref={field}
        onChange={(event) => enter(event.target.value)}
        suffix={
          text === "" && canPaste() ? (
            <Button variant="ghost" small className="-mr-2" onClick={() => void paste()}>
              Paste
            </Button>
          ) : null
        }
        error={
          isName
            ? isNobody
              ? `${problem ?? "Invalid address"}, and nobody here is called so`
              : undefined
            : (problem ?? undefined)
        }
      />
      {isName && people && people.length > 0 ? (
        <ul aria-label="People" className="-mx-2 flex flex-col">
          {people.map(({ uid, address, displayName, pfp, handle }) => (
            <li key={uid}>
              <button
                type="button"
                onClick={() => onChange(address, { uid, displayName, handle, pfp })}
                className="flex min-h-14 w-full items-center gap-3 rounded-card px-2 text-left -outline-offset-2 transition-colors hover:bg-raised"
              >
                <PersonAvatar seed={uid} src={pfp} name="" size={36} />
                <span className="flex min-w-0 flex-col">
                  <span className="truncate font-medium">{displayName}</span>
                  {handle ? <span className="truncate text-xs text-muted">@{handle}</span> : null}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
};
