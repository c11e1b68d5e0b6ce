import { type Entry, entriesOf, type Shape, shapeOf } from '../../shared/recording/entries.ts';
import { LineJoiner } from '../../shared/recording/line-joiner.ts';
import type { Piece } from '../../shared/recording/piece.ts';
import { ValueSplitter } from '../../shared/recording/values.ts';
import { LineSplitter, Parts } from './lines.ts';

/** Number of bytes by which a file's shape is told at most: all of them are read again with each chunk. */
const MOST_TELLING = 64 * 1024;

/**
 * Reads a recording as a stream, some entries at a time, in constant memory: lines, the elements of one JSON array
 * (`onArray` is then called first), or objects that span several lines. Each is parsed on demand, so that
 * only one is in memory at a time. Rejects only with the source's own error.
 */
export async function* readEntries(
  source: AsyncIterable<Buffer>,
  onArray: () => void,
): AsyncGenerator<Iterable<Entry>, void> {
  let pieces: Piece[] = [];
  const emit = (piece: Piece) => {
    pieces.push(piece);
  };
  let begun: { readonly shape: Shape; readonly splitter: Splitter } | undefined;
  let head: Buffer = Buffer.alloc(0);
  const begin = (shape: Shape) => {
    const isArray = shape === 'array';
    if (isArray) onArray();
    const splitter = shape === 'lines' ? joinedLines(emit) : new ValueSplitter(new Parts(), emit, isArray);
    splitter.push(withoutMark(head));
    return { shape, splitter };
  };
  for await (const chunk of source) {
    if (begun !== undefined) begun.splitter.push(chunk);
    else {
      head = Buffer.concat([head, chunk]);
      const shape = shapeIn(head, head.length > MOST_TELLING);
      if (shape === undefined) continue;
      begun = begin(shape);
    }
    yield entriesOf(pieces, begun.shape);
    pieces = [];
  }
  begun ??= begin(shapeIn(head, true) ?? 'lines');
  begun.splitter.end();
  yield entriesOf(pieces, begun.shape);
}

type Splitter = Pick<LineSplitter, 'push' | 'end'>;

function joinedLines(emit: (piece: Piece) => void): Splitter {
  const joiner = new LineJoiner(emit);
  const lines = new LineSplitter((line) => joiner.push(line));
  return {
    push: (chunk) => lines.push(chunk),
    end() {
      lines.end();
      joiner.end();
    },
  };
}

/** As {@link shapeOf}. */
function shapeIn(head: Buffer, isAll: boolean): Shape | undefined {
  if (head.length < MARK.length && head.equals(MARK.subarray(0, head.length))) return undefined;
  return shapeOf(withoutMark(head).toString('latin1'), isAll);
}

/** The byte order mark that some editors put before UTF-8. */
const MARK = Buffer.from('\ufeff');

function withoutMark(head: Buffer): Buffer {
  return head.subarray(0, MARK.length).equals(MARK) ? head.subarray(MARK.length) : head;
}
