/** A failure's code and its request's name in the server's log, for support, in a closed fold. */
export const FailureCode = ({ code, requestId }: { code: string; requestId?: string | undefined }) => (
  <details className="text-sm text-muted">
    <summary className="cursor-pointer py-3">Error code</summary>
    <code className="select-all">{code}</code>
    {requestId === undefined ? null : (
      <p>
        Request <code className="break-all select-all">{requestId}</code>
      </p>
    )}
  </details>
);
