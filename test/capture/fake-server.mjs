// Keeps what it hears in the second file; when all is heard, says what the first holds, byte by byte as it stands.
import { createWriteStream, readFileSync } from 'node:fs';

const [says, hears, exitCode = '0'] = process.argv.slice(2);
process.stderr.write('a word on stderr\n');
process.stdin.pipe(createWriteStream(hears)).on('finish', () => {
  process.stdout.write(readFileSync(says), () => process.exit(Number(exitCode)));
});
