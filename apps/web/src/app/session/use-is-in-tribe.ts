import { useRouterState } from "@tanstack/react-router";

/** Whether a Tribe is shown: it has a header of its own and takes the whole height. */
export const useIsInTribe = (): boolean =>
  useRouterState({ select: ({ location }) => /^\/(chat|token)\//.test(location.pathname) });
