import { basePath } from '../../lib/base-path.ts';

/** Logs out and opens the login page. Does nothing while the server is away; the page says so. */
export function logOut(): void {
  fetch(`${basePath}/logout`, { method: 'POST' }).then(
    ({ ok }) => ok && location.assign(`${basePath}/login`),
    () => {},
  );
}
