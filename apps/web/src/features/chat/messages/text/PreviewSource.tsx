/**
 * Where a linked page really is, in ASCII so that no letter looks like another. The page may say what it calls itself, but only
 * beside its host: that text is a stranger's.
 */
export const PreviewSource = ({ url, siteName }: { url: string; siteName: string | null }) => {
  const { hostname } = new URL(url);
  return (
    <span className="flex min-w-0 gap-1.5 text-xs text-muted">
      <span dir="ltr" className="max-w-full shrink-0 break-all">
        {hostname}
      </span>
      {siteName && siteName !== hostname ? <bdi className="min-w-0 truncate">· {siteName}</bdi> : null}
    </span>
  );
};
