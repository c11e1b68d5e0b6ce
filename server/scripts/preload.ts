import type { Plugin, Rolldown } from 'vite';

/**
 * A Vite plugin that makes the browser fetch chunks together with the entry, which requests them only once it runs:
 * those of `everywhere` on every page, and those of `home` too on `home.html`, the page at `/`, which it adds to the
 * build. Throws if the build has no chunk of that name.
 */
export function preload(everywhere: readonly string[], home: readonly string[]): Plugin {
  return {
    name: 'preload',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('the build has no index.html');
      page.source = linked(String(page.source), everywhere, bundle);
      this.emitFile({ type: 'asset', fileName: 'home.html', source: linked(page.source, home, bundle) });
    },
  };
}

function linked(html: string, names: readonly string[], bundle: Rolldown.OutputBundle): string {
  const links = names.map((name) => {
    const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name);
    if (chunk === undefined) throw new Error(`the build has no chunk named ${name} to preload`);
    return `  <link rel="modulepreload" crossorigin href="/${chunk.fileName}">\n  `;
  });
  return html.replace('</head>', `${links.join('')}</head>`);
}
