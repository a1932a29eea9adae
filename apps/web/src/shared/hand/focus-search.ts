import type { useRouter } from "@tanstack/react-router";

/** Focuses the field that searches Tribes and people, on Home. */
export const focusSearch = async (router: ReturnType<typeof useRouter>): Promise<void> => {
  if (router.state.location.pathname !== "/") await router.navigate({ to: "/" });
  // Rendered with the page's next frame.
  requestAnimationFrame(() => document.querySelector<HTMLElement>("#main input[type=search]")?.focus());
};
