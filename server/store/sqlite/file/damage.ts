import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { StoreDamaged } from '../../faults.ts';

/** https://sqlite.org/fileformat.html#the_database_header */
const HEADER = { begins: 'SQLite format 3\0', bytes: 100, pageSize: 16, pages: 28 };
/** The page size that does not fit into two bytes is stored as 1. */
const LARGEST_PAGE = 65_536;

/** Adds to the error of opening a file what is wrong with it, if it is too damaged to be checked. */
export function withDamage(error: unknown, file: string): unknown {
  if (!(error instanceof StoreDamaged)) return error;
  const { cause, message } = error;
  return new StoreDamaged(message, { cause, damage: damageOf(file, error) });
}

function damageOf(file: string, { cause, message }: StoreDamaged): string {
  const header = headerOf(file);
  if (!header.toString('latin1').startsWith(HEADER.begins)) return message;
  const has = statSync(file).size;
  const pageSize = header.readUInt16BE(HEADER.pageSize);
  const meant = (pageSize === 1 ? LARGEST_PAGE : pageSize) * header.readUInt32BE(HEADER.pages);
  const what =
    has < meant
      ? `truncated to ${has} of the ${meant} bytes given in its header`
      : `damaged: ${cause instanceof Error ? cause.message : message}`;
  return `${what}; restore a backup`;
}

function headerOf(file: string): Buffer {
  const header = Buffer.alloc(HEADER.bytes);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, header);
  } finally {
    closeSync(handle);
  }
  return header;
}
