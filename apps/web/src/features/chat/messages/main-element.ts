/** The container for popovers, so that they are inside a landmark. */
export const mainElement = (): HTMLElement | null => document.querySelector("main");
