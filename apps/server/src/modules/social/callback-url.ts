import { routes } from "@tribe/contract";
import type { ReadingContext } from "../../context/context.ts";

/** The address to which X sends the browser back. */
export const callbackUrl = (ctx: ReadingContext): string => `${ctx.config.appUrl}/api${routes.social.xCallback.path}`;
