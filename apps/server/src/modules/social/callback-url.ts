import { routes } from "@tribe/contract";
import type { AppContext } from "../../context.ts";

/** Where X sends the browser back to. */
export const callbackUrl = (ctx: AppContext): string => `${ctx.config.appUrl}/api${routes.social.xCallback.path}`;
