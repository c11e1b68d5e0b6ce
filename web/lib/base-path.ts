/**
 * What stands before every address of the dashboard: empty, or such as `/mailroom`. Scripts know it by their own, which
 * is one folder below.
 */
export const basePath = new URL(import.meta.url).pathname.split('/').slice(0, -2).join('/');
