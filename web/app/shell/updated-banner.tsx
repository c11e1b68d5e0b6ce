/** Says that the server is not of the version that this page was loaded from, which may misread its answers. */
export function UpdatedBanner({ version }: { version: string }) {
  return (
    <aside className="banner" aria-label="Update">
      <b>Mailroom is now {version}.</b> This page was loaded from another version.{' '}
      <button type="button" className="link" onClick={() => location.reload()}>
        Reload
      </button>
    </aside>
  );
}
