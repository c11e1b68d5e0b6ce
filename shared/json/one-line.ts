/** JSON without line breaks: it has them only between its tokens, so nothing of a value is lost. */
export function oneLine(json: string): string {
  return json.replace(/[\r\n]+/g, ' ');
}
