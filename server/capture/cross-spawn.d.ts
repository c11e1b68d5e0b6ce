declare module 'cross-spawn' {
  /** Like Node's, but on Windows it also starts scripts, such as `npx`. */
  export const spawn: typeof import('node:child_process').spawn;
}
