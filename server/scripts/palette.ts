import type { Plugin } from 'vite';

/**
 * Puts the raw palette's values (`--p-*`) where the tokens by meaning name them, and leaves the palette out: it need not
 * be sent, and a component that used it would show no colour. Throws where a token names a colour that is not there.
 */
export function palette(): Plugin {
  return {
    name: 'palette',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/styles/tokens.css')) return null;
      const colors = new Map(
        [...code.matchAll(/(--p-[\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
      );
      return code
        .replace(/\s*--p-[\w-]+: #[0-9a-f]{6};/g, '')
        .replace(/var\((--p-[\w-]+)\)/g, (_, name: string) => {
          const color = colors.get(name);
          if (color === undefined)
            throw new Error(`tokens.css names ${name}, which the palette does not have`);
          return color;
        });
    },
  };
}
