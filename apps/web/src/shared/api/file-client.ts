import { createRouteClient } from "@tribe/contract";
import { serverClock } from "../time/server-time.ts";
import { access, credentialsOf } from "./access.ts";

/** Calls routes whose answers are files. Each call throws ApiError. */
export const fileClient = () =>
  createRouteClient({
    origin: location.origin,
    clock: serverClock,
    credentials: () => credentialsOf(access.get()),
  });
