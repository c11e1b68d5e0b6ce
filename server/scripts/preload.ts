import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** The page at `/`; `index.html` is the same for every other path. */
const HOME = 'home.html';

/**
 * A Vite plugin that makes the browser fetch chunks together with the entry, which requests them only once it runs:
 * those of `everywhere` on each page, and those of `home` on the page at `/`, which it adds to the build. Throws if the
 * build has no chunk of that name.
 */
export function preload(everywhere: readonly string[], home: readonly string[]): Plugin {
  return {
    name: 'preload',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        everywhere.map((name): HtmlTagDescriptor => {
          const attrs = { rel: 'modulepreload', crossorigin: true, href: addressOf(name, bundle) };
          return { tag: 'link', attrs, injectTo: 'head' };
        }),
    },
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('the build has no index.html');
      const links = home.map(
        (name) => `  <link rel="modulepreload" crossorigin href="${addressOf(name, bundle)}">\n  `,
      );
      const source = String(page.source).replace('</head>', `${links.join('')}</head>`);
      this.emitFile({ type: 'asset', fileName: HOME, source });
    },
  };
}

function addressOf(name: string, bundle: Rolldown.OutputBundle): string {
  const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name);
  if (chunk === undefined) throw new Error(`the build has no chunk named ${name} to preload`);
  return `/${chunk.fileName}`;
}
