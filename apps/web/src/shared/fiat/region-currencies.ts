import type { FiatCurrency } from "@tribe/contract";

/** The regions (ISO 3166) of each currency; every other region has US dollars, in which coins are priced everywhere. */
const regions: Partial<Record<FiatCurrency, string>> = {
  EUR: "AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK",
  GBP: "GB GG IM JE",
  JPY: "JP",
  CHF: "CH LI",
  CAD: "CA",
  AUD: "AU KI NR TV",
  NZD: "NZ",
  SEK: "SE",
  NOK: "NO SJ",
  DKK: "DK FO GL",
  PLN: "PL",
  CZK: "CZ",
  TRY: "TR",
  UAH: "UA",
  BRL: "BR",
  MXN: "MX",
  INR: "IN",
  IDR: "ID",
  KRW: "KR",
  VND: "VN",
  PHP: "PH",
  THB: "TH",
  SGD: "SG",
  HKD: "HK",
  AED: "AE",
  ILS: "IL PS",
  ZAR: "ZA",
  NGN: "NG",
};

/** The currency of the region where a language tag (BCP 47) is at home: euros for "de", francs for "de-CH". */
export const currencyOfLanguage = (tag: string): FiatCurrency => {
  const region = regionOf(tag);
  // `Object.entries` loses that the names are currencies.
  const found = Object.entries(regions).find(([, list]) => list.split(" ").includes(region)) as
    | [FiatCurrency, string]
    | undefined;
  return found?.[0] ?? "USD";
};

const regionOf = (tag: string): string => {
  try {
    return new Intl.Locale(tag).maximize().region ?? "";
  } catch {
    return "";
  }
};
