import { catalogueOf, type FailureEntry, type FailureWords, tryAgainSoon } from "./failure-words.ts";
import { neverLanded, nothingPaid } from "./money-words.ts";

const reload = "Reload the page and try again. If it happens again, tell us.";
const behind = (title: string): FailureEntry => [
  title,
  "The node we asked is behind the network. Nothing was lost.",
  tryAgainSoon,
  "safe",
];
const history = (title: string): FailureEntry => [
  title,
  "The node we asked doesn't keep history that old.",
  tryAgainSoon,
  "safe",
];
const wrong = (title: string): FailureEntry => [
  title,
  `The network doesn't understand what this page asked. ${nothingPaid}`,
  reload,
  "after-change",
];

/** Error codes of Solana's RPC nodes (Agave's `rpc-client-api/src/custom_error.rs`) and of JSON-RPC. */
export const rpcCodes = /* @__PURE__ */ catalogueOf("rpc", {
  [-32700]: wrong("The network couldn't read the request"),
  [-32603]: ["The network's node failed", "The node we asked has a fault. Nothing was lost.", tryAgainSoon, "safe"],
  [-32602]: wrong("The network refused the request"),
  [-32601]: wrong("The network doesn't know this request"),
  [-32600]: wrong("The network refused the request"),
  [-32000]: ["The network's node failed", "The node we asked couldn't answer. Nothing was lost.", tryAgainSoon, "safe"],
  [-32001]: history("This part of the history is gone from the node"),
  [-32002]: [
    "Simulation failed",
    `The network says this transaction would fail. ${neverLanded}`,
    "Check the amount and your balance, then try again.",
    "after-change",
  ],
  [-32003]: [
    "Verify signatures failed",
    `A signature doesn't match this transaction. ${neverLanded}`,
    "Start again.",
    "after-change",
  ],
  [-32004]: behind("The network has no such block yet"),
  [-32005]: behind("The network's node is behind"),
  [-32006]: [
    "Verify signatures failed",
    `A signature inside the transaction isn't valid. ${neverLanded}`,
    "Start again.",
    "after-change",
  ],
  [-32007]: history("The network left this block out"),
  [-32008]: behind("The network's node has no snapshot yet"),
  [-32009]: history("The network left this block out"),
  [-32010]: wrong("The network doesn't list these accounts"),
  [-32011]: history("The node keeps no history"),
  [-32012]: [
    "The network's node failed",
    "The node we asked couldn't search its accounts. Nothing was lost.",
    tryAgainSoon,
    "safe",
  ],
  [-32013]: wrong("A signature has the wrong length"),
  [-32014]: behind("The network doesn't know the block's state yet"),
  [-32015]: wrong("The network doesn't know this version of transaction"),
  [-32016]: behind("The network's node is behind"),
  [-32017]: behind("The network is paying out rewards"),
  [-32018]: wrong("Not the border of an epoch"),
  [-32019]: history("The network's archive doesn't answer"),
  [-32020]: history("The transaction to start from isn't known"),
  [-32021]: history("The node keeps no history of slots"),
});

/** Failures of the connection to the network, and of HTTP before any JSON-RPC is read. */
export const networkFailures = /* @__PURE__ */ catalogueOf("network", {
  timeout: ["The network didn't answer in time", "It may be busy. Nothing was lost.", tryAgainSoon, "safe"],
  offline: [
    "You're offline",
    "No connection to the network. Nothing was lost.",
    "Check your connection and try again.",
    "safe",
  ],
  dropped: [
    "The connection was lost",
    "No answer came back. What was already sent may still go through.",
    "Check your balance before you try again.",
    "after-change",
  ],
  limited: [
    "Too many requests. Wait a moment.",
    "The network allows only so many calls. Nothing was lost.",
    "Wait a moment.",
    "safe",
  ],
  refused: [
    "The network refused the request",
    "The node we asked isn't taking our calls right now. Nothing was lost.",
    tryAgainSoon,
    "safe",
  ],
  down: [
    "The network's node isn't working right now",
    "It answered with an error. Nothing was lost.",
    tryAgainSoon,
    "safe",
  ],
  unreadable: [
    "The network's answer couldn't be read",
    "It isn't what a Solana node answers. Nothing was lost.",
    tryAgainSoon,
    "safe",
  ],
});

/** A kind of connection failure. */
export type NetworkFailureCode = keyof typeof networkFailures;

/** The text for a connection failure. */
export const networkFailure = (code: NetworkFailureCode): FailureWords => networkFailures[code];

/** The text for an HTTP status of an RPC node without a JSON-RPC answer. */
const statusFailure = (status: number): FailureWords => {
  if (status === 429) return networkFailures.limited;
  if (status === 408 || status === 504) return networkFailures.timeout;
  if (status >= 500) return networkFailures.down;
  return status >= 400 ? networkFailures.refused : networkFailures.unreadable;
};

const isKnownCode = (code: number): code is keyof typeof rpcCodes => Object.hasOwn(rpcCodes, code);

/**
 * The text for an RPC node's refusal, by its code, never by its text: the code of a JSON-RPC error, or an HTTP status, which
 * some nodes send as that code. An unknown code counts as the node's fault.
 */
export const rpcFailure = (code: number): FailureWords => {
  if (code >= 100 && code < 600) return statusFailure(code);
  return isKnownCode(code) ? rpcCodes[code] : rpcCodes[-32603];
};
