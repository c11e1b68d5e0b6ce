/** The pages of the navigation, in order, each with the key that follows `g` in its shortcut. */
export const PAGES = [
  { to: '/', name: 'Overview', key: 'o' },
  { to: '/errors', name: 'Errors', key: 'e' },
  { to: '/warnings', name: 'Warnings', key: 'w' },
  { to: '/deprecations', name: 'Deprecations', key: 'd' },
  { to: '/conformance', name: 'Conformance', key: 'c' },
  { to: '/traffic', name: 'Traffic', key: 't' },
  { to: '/servers', name: 'Servers', key: 's' },
  { to: '/playground', name: 'Playground', key: 'p' },
] as const;
