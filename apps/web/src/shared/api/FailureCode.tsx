/** A failure's code, for support, in a closed fold. */
export const FailureCode = ({ code }: { code: string }) => (
  <details className="text-sm text-muted">
    <summary className="cursor-pointer py-3">Error code</summary>
    <code className="select-all">{code}</code>
  </details>
);
