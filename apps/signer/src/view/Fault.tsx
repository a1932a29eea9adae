/** What went wrong, said aloud; nothing where nothing did. */
export const Fault = ({ message }: { readonly message: string | null }) =>
  message === null ? null : (
    <p role="alert" className="text-sm break-words text-down">
      {message}
    </p>
  );
