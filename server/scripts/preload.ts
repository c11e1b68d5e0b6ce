import type { Plugin } from 'vite';

/**
 * A Vite plugin that makes the browser fetch these chunks together with the entry, which requests them only
 * once it runs. Throws if the build has no chunk of that name.
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
