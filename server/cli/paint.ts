import { styleText } from 'node:util';
import type { Level } from '../../shared/verdict.ts';

type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'underline';

export type Paint = (style: Style, text: string) => string;

/** Colours text by the level of the rule or violation that it is about. */
export function paintLevel(paint: Paint, level: Level | 'off', text: string): string {
  return paint(level === 'must' ? 'red' : level === 'should' ? 'yellow' : 'dim', text);
}

/** Colours for a stream that is a terminal, unless NO_COLOR is set (no-color.org); FORCE_COLOR forces them. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  const { NO_COLOR = '', TERM, FORCE_COLOR: wanted } = process.env;
  const refused = NO_COLOR !== '' || TERM === 'dumb';
  const coloured = wanted === undefined ? stream.isTTY : wanted !== '0' && wanted !== 'false';
  if (refused || !coloured) return (_style, text) => text;
  return (style, text) => styleText(style, text, { validateStream: false });
}
