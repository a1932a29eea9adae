import { useRouterState } from "@tanstack/react-router";

/**
 * Whether a Tribe is shown, which has a header of its own and takes the whole height. By what is drawn, not by the address: that
 * changes first, and the page of before would stand there without its bars.
 */
export const useIsInTribe = (): boolean =>
  useRouterState({ select: ({ matches }) => /^\/(chat|token)\//.test(`${matches.at(-1)?.pathname}`) });
