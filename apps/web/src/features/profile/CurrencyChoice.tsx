import { type FiatCurrency, fiatCurrencies } from "@tribe/contract";
import { Banknote } from "@tribe/ui/icons";
import { useId } from "react";
import {
  type CurrencyChoice as Choice,
  currencyChoice,
  currencyChoices,
  ownCurrency,
} from "../../shared/fiat/currency.ts";
import { useConfig } from "../../shared/queries/config.ts";
import { useStore } from "../../shared/state/store.ts";

const isChoice = (value: string): value is Choice => (currencyChoices as readonly string[]).includes(value);

const nameOf = (currency: FiatCurrency): string =>
  new Intl.DisplayNames("en", { type: "currency" }).of(currency) ?? currency;

/** In which currency money is shown beside SOL, if the installation has rates. */
export const CurrencyChoice = () => {
  const id = useId();
  const chosen = useStore(currencyChoice);
  // Rather a row too many while the settings are loading than one that comes late.
  if (useConfig()?.hasRates === false) return null;
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-3 px-2 py-1">
      <Banknote aria-hidden size={20} className="text-muted" />
      <label htmlFor={id} className="flex-1 text-sm font-medium">
        Money beside SOL
      </label>
      <select
        id={id}
        value={chosen}
        onChange={({ currentTarget: { value } }) => {
          if (isChoice(value)) currencyChoice.set(value);
        }}
        className="min-h-11 max-w-full min-w-0 rounded-control border border-line-strong bg-raised px-2 text-sm pointer-coarse:text-base"
      >
        <option value="auto">By my language: {ownCurrency()}</option>
        <option value="none">SOL alone</option>
        {fiatCurrencies.map((currency) => (
          <option key={currency} value={currency}>
            {`${currency} · ${nameOf(currency)}`}
          </option>
        ))}
      </select>
    </div>
  );
};
