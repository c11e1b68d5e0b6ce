/** Text in which `quoted` words are code. */
export function Prose({ text }: { text: string }) {
  return [...text.matchAll(/`([^`]+)`|[^`]+|`/g)].map(({ 0: part, 1: code, index }) =>
    code === undefined ? part : <code key={index}>{code}</code>,
  );
}
