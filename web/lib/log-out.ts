import { basePath } from './base-path.ts';

/** Takes the login from this browser and leads to the page that asks for it. Does nothing while the server is away, which the page says. */
export function logOut(): void {
  fetch(`${basePath}/logout`, { method: 'POST' }).then(
    ({ ok }) => ok && location.assign(`${basePath}/login`),
    () => {},
  );
}
