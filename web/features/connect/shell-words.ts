/** Whether a command line has what only a shell understands: operators, variables, `~`, assignments, escaped characters. */
function needsShell(line: string): boolean {
  // In double quotes, a single one is a character like any other.
  const outsideSingle = line.replace(/("(?:[^"\\]|\\.)*")|'[^']*'/g, (_, double?: string) => double ?? 'x');
  const outside = outsideSingle.replace(/"(?:[^"\\]|\\.)*"/g, 'x');
  return (
    /`|\$[\w({]|\\["'\s$]/.test(outsideSingle) ||
    /[&|;<>()]|(?:^|\s)~/.test(outside) ||
    /^\s*\w+=/.test(outside)
  );
}

/** Splits a command line into words and removes their quotes; one that needs a shell is an argument of it. */
export function wordsOf(line: string): string[] {
  if (needsShell(line)) return ['sh', '-c', line.trim()];
  return [...line.matchAll(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  );
}
