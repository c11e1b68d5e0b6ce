/** Number of characters of a text that are searched. */
const SEARCHED = 100_000;

const LEAK = new RegExp(
  [
    String.raw`\b(?:Type|Reference|Syntax|Range|URI|Eval)Error\b`,
    String.raw`^[ \t]*at (?:async |new )?(?!(?:least|most) )[^\s(]+(?: \[as [^\]\n]+\])? \(`,
    String.raw`\bat\s+(?:file:\/\/|\/|[A-Za-z]:[\\/])\S*`,
    String.raw`\/node_modules\/`,
    String.raw`[\\/]src[\\/]|(?<![\w.@-])src[\\/][\w.@-]`,
    String.raw`\.(?:js|mjs|ts|tsx|jsx|py|java|go|rb|rs):\d`,
    String.raw`Traceback \(most recent call last\)`,
    String.raw`#<[A-Za-z_$][\w$]*>`,
    String.raw`\[object Object\]`,
  ].join('|'),
  'm',
);

/** Every leak contains one of these. Most messages contain none, which is cheap to find out. */
const HINT = /[/\\#[]|:\d| \(|Error/;

/**
 * The part of a text that exposes its server's internals (introspection 8.1.3): a JavaScript error class, a stack frame,
 * a source path or line, a traceback, or an object printed as `[object Object]`; undefined if there is none.
 */
export function leakIn(text: string): string | undefined {
  const searched = text.length > SEARCHED ? text.slice(0, SEARCHED) : text;
  return HINT.test(searched) ? LEAK.exec(searched)?.[0].trim() : undefined;
}
