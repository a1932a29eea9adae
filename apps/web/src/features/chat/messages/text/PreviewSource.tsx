/**
 * Where a linked page really is: its host as the message shows it (`shownHost`), where no letter looks like another. The page may
 * say what it calls itself, but only beside its host: that text is a stranger's.
 */
export const PreviewSource = ({ host, siteName }: { host: string; siteName: string | null }) => {
  return (
    <span className="flex min-w-0 gap-1.5 text-xs text-muted">
      <span dir="ltr" className="max-w-full shrink-0 break-all">
        {host}
      </span>
      {siteName && siteName !== host ? <bdi className="min-w-0 truncate">· {siteName}</bdi> : null}
    </span>
  );
};
