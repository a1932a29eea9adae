export { AirdropFrame } from "./AirdropFrame.tsx";
export { ClaimsFrame } from "./ClaimsFrame.tsx";
export { ConfirmFrame } from "./ConfirmFrame.tsx";
export { EndAirdropFrame } from "./EndAirdropFrame.tsx";
export { HiddenSigner } from "./HiddenSigner.tsx";
export { ReceiveFrame } from "./ReceiveFrame.tsx";
export { RecoverFrame } from "./RecoverFrame.tsx";
export { createWalletSession } from "./wallet-session.ts";
