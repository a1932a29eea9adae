import { useRouterState } from "@tanstack/react-router";

/**
 * Whether a Tribe is shown, which has its own header and takes the whole height. Decided by the rendered page, not by the
 * address, which changes first: the former page would stand there without its bars.
 */
export const useIsInTribe = (): boolean =>
  useRouterState({ select: ({ matches }) => /^\/(chat|token)\//.test(`${matches.at(-1)?.pathname}`) });
