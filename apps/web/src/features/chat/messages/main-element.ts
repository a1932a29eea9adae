/** Where what opens over the page belongs, so that it stands within a landmark. */
export const mainElement = (): HTMLElement | null => document.querySelector("main");
