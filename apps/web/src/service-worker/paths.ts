/** The page without data, as the server has it for the service worker. */
export const shellPath = "/shell.html";

/** Whether the app's page is what stands at this path of our origin: not the API, media or a file. */
export const isPagePath = (path: string): boolean => !/^\/(api|img|media|ws)(\/|$)/.test(path) && !/\.\w+$/.test(path);
