import { expect, it, vi } from "vitest";
import { toast } from "../notices/toast.ts";
import { Address } from "./Address.tsx";

it("says 'Address copied to clipboard' once it is there, and what to do when the browser refuses", () => {
  const [success, error] = [vi.spyOn(toast, "success"), vi.spyOn(toast, "error")];
  const { onCopied, onFailed } = Address({ address: "So11111111111111111111111111111111111111112" }).props;
  onCopied();
  expect(success).toHaveBeenCalledExactlyOnceWith("Address copied to clipboard");
  onFailed();
  expect(error).toHaveBeenCalledExactlyOnceWith("Couldn't copy. Select the address and copy it.");
});
