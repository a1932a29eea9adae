import { routes } from "@tribe/contract";
import type { ReadingContext } from "../../context.ts";

/** Where X sends the browser back to. */
export const callbackUrl = (ctx: ReadingContext): string => `${ctx.config.appUrl}/api${routes.social.xCallback.path}`;
