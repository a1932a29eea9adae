import "./signer.css";
import { browserAuthenticator } from "./passkeys/authenticator.ts";
import { start } from "./start.tsx";

const root = document.querySelector<HTMLElement>("#root");
if (root)
  start(root, {
    isFramed: window.parent !== window,
    authenticator: browserAuthenticator(location.hostname),
  }).catch(() => {
    root.setAttribute("role", "alert");
    root.textContent = "The wallet didn't load. Check your connection and open this again.";
  });
