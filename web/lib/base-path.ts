/**
 * Prefix of every address of the dashboard: empty, or a path such as `/mailroom`. Derived from this script's
 * own address, which is one folder below.
 */
export const basePath = new URL(import.meta.url).pathname.split('/').slice(0, -2).join('/');
