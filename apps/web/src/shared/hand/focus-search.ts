import type { useRouter } from "@tanstack/react-router";

/** Opens the search for Tribes and people on Home, as a press on its field does. */
export const focusSearch = async (router: ReturnType<typeof useRouter>): Promise<void> => {
  if (router.state.location.pathname !== "/") await router.navigate({ to: "/" });
  // Rendered with the page's next frame.
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>("#main input[type=search]");
    field?.focus();
    field?.click();
  });
};
