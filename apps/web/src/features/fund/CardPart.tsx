import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lamports, routes } from "@tribe/contract";
import { formatExact, parseAmount } from "@tribe/domain/money";
import { fundTexts } from "@tribe/domain/words";
import { Button, Spinner, TextField } from "@tribe/ui";
import { type FormEvent, useEffect, useState } from "react";
import { api } from "../../shared/api/api.ts";
import { wordsOf } from "../../shared/api/errors.ts";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { returnPath } from "../../shared/navigation/return-path.ts";
import { refreshAfter } from "../../shared/queries/stale.ts";
import { openCardOrder, rememberCardOrder } from "../../shared/storage/open-orders.ts";
import { AmountChip } from "../../shared/trading/amount/AmountChip.tsx";
import { typedAmount } from "../../shared/trading/amount/typed-amount.ts";

/**
 * Buys SOL by card on the on-ramp's page, and follows the order when the person has returned.
 * @param suggested lamports that are enough for what the person wants; null if they want nothing in particular
 */
export const CardPart = ({ suggested }: { suggested: bigint | null }) => {
  const [orderId, setOrderId] = useState(openCardOrder);
  return orderId ? (
    <OrderStanding
      orderId={orderId}
      onEnd={() => {
        rememberCardOrder(null);
        setOrderId(null);
      }}
    />
  ) : (
    <CardForm suggested={suggested} />
  );
};

/** Whole amounts as typed text, beside what is suggested. */
const usualAmounts = ["0.1", "0.5", "1", "2", "5"] as const;
const usualAmount = "0.5";

/** Three amounts, the suggested one first, and larger ones. */
const chipsOf = (suggested: bigint | null): readonly string[] =>
  suggested === null
    ? ["0.1", usualAmount, "1"]
    : [formatExact(suggested), ...usualAmounts.filter((text) => (parseAmount(text) ?? 0n) > suggested).slice(0, 2)];

const CardForm = ({ suggested }: { suggested: bigint | null }) => {
  /** Null until the person has changed it. */
  const [typed, setText] = useState<string | null>(null);
  const text = typed ?? (suggested === null ? usualAmount : formatExact(suggested));
  const amount = parseAmount(text);
  const start = useMutation({
    mutationFn: (value: bigint) =>
      api(routes.fund.startCard, { body: { amount: lamports(value), returnTo: returnPath() } }),
    onSuccess: ({ orderId, url }) => {
      rememberCardOrder(orderId);
      location.assign(url);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (amount && !start.isPending && !start.isSuccess) start.mutate(amount);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        label="Amount by card"
        inputMode="decimal"
        autoComplete="off"
        suffix={
          <>
            SOL <Worth lamports={amount} rounding="up" />
          </>
        }
        value={text}
        onChange={(event) => setText(typedAmount(event, text))}
        error={start.error ? wordsOf(start.error).title : undefined}
      />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Amounts</legend>
        {chipsOf(suggested).map((chip) => (
          <AmountChip key={chip} label={`${chip} SOL`} text={chip} isChosen={chip === text} onPick={setText} />
        ))}
      </fieldset>
      <Button variant="primary" type="submit" busy={start.isPending || start.isSuccess} disabled={!amount}>
        Pay by card
      </Button>
    </form>
  );
};

const OrderStanding = ({ orderId, onEnd }: { orderId: string; onEnd: () => void }) => {
  const cache = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ["cardOrder", orderId],
    queryFn: ({ signal }) => api(routes.fund.cardStatus, { query: { orderId }, signal }),
    refetchInterval: 2_000,
  });
  const isDelivered = data?.state === "delivered";
  useEffect(() => {
    if (!isDelivered) return;
    void refreshAfter(cache, { kind: "funded" });
    onEnd();
  }, [isDelivered, cache, onEnd]);
  const isOver = data?.state === "failed" || error;
  return (
    <div className="flex items-center gap-3 rounded-card bg-raised p-4 text-sm" role="status">
      {isOver ? null : <Spinner />}
      <span className="flex-1">
        {error
          ? wordsOf(error).title
          : data?.state === "failed"
            ? fundTexts.cardFailed
            : data?.state === "paid"
              ? fundTexts.cardPaid
              : fundTexts.cardPending}
      </span>
      <Button variant="ghost" small onClick={onEnd}>
        {isOver ? "OK" : "Pay again"}
      </Button>
    </div>
  );
};
