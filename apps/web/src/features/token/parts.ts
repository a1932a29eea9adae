import { lazy } from "react";
import { part } from "../../shared/navigation/part.ts";

/** On a phone it is below the market, and most people who look at a price never come there. */
export const AboutTribe = lazy(part(() => import("./AboutTribe.tsx").then((m) => ({ default: m.AboutTribe }))));
