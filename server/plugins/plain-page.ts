/** Returns a self-contained page without scripts. `content` is HTML with its captured values escaped; `style` is CSS of its own. */
export function plainPage(title: string, content: string, style = ''): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="favicon.svg" type="image/svg+xml">
<title>${title}</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 3rem auto; padding: 0 1rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.92em; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid #8884; }
input, button { font: inherit; padding: 0.3rem 0.6rem; }
${style}</style>
${content}
</html>
`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
