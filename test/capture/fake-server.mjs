// Writes its stdin to the second file; once that has ended, writes the bytes of the first file to stdout.
import { createWriteStream, readFileSync } from 'node:fs';

const [says, hears, exitCode = '0'] = process.argv.slice(2);
process.stderr.write('a word on stderr\n');
process.stdin.pipe(createWriteStream(hears)).on('finish', () => {
  process.stdout.write(readFileSync(says), () => process.exit(Number(exitCode)));
});
