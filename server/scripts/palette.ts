import type { Plugin } from 'vite';

/**
 * A Vite plugin that inlines the raw palette (`--p-*`) into the semantic tokens and removes it: it need not
 * be sent, and a component that used it would show no colour. Throws if a token refers to a colour that does
 * not exist.
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
