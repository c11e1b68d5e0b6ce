import type { Plugin } from 'vite';

/**
 * Has the browser fetch these chunks together with the entry, which asks for them only once it runs. Throws where the
 * build has none of such a name.
 */
export function preload(names: readonly string[]): Plugin {
  return {
    name: 'preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        names.map((name) => {
          const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name);
          if (chunk === undefined) throw new Error(`the build has no chunk named ${name} to preload`);
          const attrs = { rel: 'modulepreload', crossorigin: true, href: `/${chunk.fileName}` };
          return { tag: 'link', attrs, injectTo: 'head' as const };
        }),
    },
  };
}
