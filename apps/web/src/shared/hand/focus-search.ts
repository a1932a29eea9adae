import type { useRouter } from "@tanstack/react-router";

/** Leads to the field that searches Tribes and people, which is Home's. */
export const focusSearch = async (router: ReturnType<typeof useRouter>): Promise<void> => {
  if (router.state.location.pathname !== "/") await router.navigate({ to: "/" });
  // Drawn with the page's next frame.
  requestAnimationFrame(() => document.querySelector<HTMLElement>("#main input[type=search]")?.focus());
};
