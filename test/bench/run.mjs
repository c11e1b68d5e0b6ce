// Builds the benchmarks and prints every figure with its goal. Arguments select benchmarks; README.md has the
// flags.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'vite';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
/** `program` comes before those that measure while its server is idle. */
const BENCHMARKS = ['rules', 'ingest', 'program', 'store', 'lint', 'tap', 'page'];
const HELP = `npm run bench -- [NAME...] [--rows N] [--db FILE] [--write]

Prints every figure with its goal. Names choose among ${BENCHMARKS.join(', ')}.

  --rows N    responses that store and program use, over 90 days (default 200000)
  --db FILE   the file to use; created if it does not exist, and kept
  --write     write the figures to test/bench/README.md
`;

const { flags, chosen } = read();
if (flags.help) {
  process.stdout.write(HELP);
  process.exit();
}
const outDir = at('../../.cache/bench');

await build({
  configFile: false,
  root: at('../..'),
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rollupOptions: {
      input: {
        ...Object.fromEntries(BENCHMARKS.map((name) => [name, at(`./${name}.ts`)])),
        'ingest-server': at('./ingest-server.ts'),
        'ingest-client': at('./ingest-client.ts'),
        'tap-server': at('./tap-server.ts'),
        writer: at('../../server/threads/writer.ts'),
        reader: at('../../server/threads/reader.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[name].js' },
    },
  },
});

let measuring = false;
const waiting = [];
const ends = await Promise.allSettled(
  BENCHMARKS.filter((each) => chosen.length === 0 || chosen.includes(each)).map(async (name) => {
    await turn();
    try {
      const { run } = await import(pathToFileURL(`${outDir}/${name}.js`).href);
      const figures = await run({ idle });
      for (const { name: what, goal, figure, reached } of figures)
        process.stdout.write(`${reached ? '✓' : '✗'} ${what}: ${short(figure)} (goal: ${goal})\n`);
      return figures;
    } finally {
      pass();
    }
  }),
);
const failed = ends.find(({ status }) => status === 'rejected');
if (failed !== undefined) throw failed.reason;
const measured = ends.flatMap(({ value }) => value);
const missed = measured.filter(({ reached }) => !reached).length;
process.stdout.write(missed === 0 ? 'Every goal is reached.\n' : `${missed} missed.\n`);
if (flags.write) writeTable();

/** Waits until nothing else measures; whoever was idle goes first. */
async function turn({ first = false } = {}) {
  if (measuring) await new Promise((go) => (first ? waiting.unshift(go) : waiting.push(go)));
  measuring = true;
}

function pass() {
  const go = waiting.shift();
  if (go === undefined) measuring = false;
  else go();
}

/** Waits for `ms` or more, in which other benchmarks measure. */
async function idle(ms) {
  pass();
  await pause(ms);
  await turn({ first: true });
  // They block the event loop, which has still to notice the connections that ended meanwhile.
  await pause(100);
}

function read() {
  try {
    // filled.ts reads --rows and --db itself.
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        rows: { type: 'string', default: '200000' },
        db: { type: 'string' },
        write: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (!/^[1-9]\d*$/.test(values.rows)) refuse(`--rows expects a number of responses, got ${values.rows}`);
    const unknown = positionals.find((word) => !BENCHMARKS.includes(word));
    if (unknown !== undefined) refuse(`there is no ${unknown}, only ${BENCHMARKS.join(', ')}`);
    return { flags: values, chosen: positionals };
  } catch (error) {
    refuse(error.message);
  }
}

function refuse(problem) {
  process.stderr.write(`bench: ${problem}\n\n${HELP}`);
  process.exit(2);
}

function short(figure) {
  return Number(figure.toPrecision(3));
}

/** Writes the figures to the README, in place of those for the same number of responses. */
function writeTable() {
  const rows = Number(flags.rows).toLocaleString('en-GB');
  const file = fileURLToPath(new URL('README.md', import.meta.url));
  const [head = '', ...sections] = readFileSync(file, 'utf8').split(/^(?=## )/m);
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? process.arch}, ${Math.round(totalmem() / 1e9)} GB, Node ${process.versions.node}`;
  const day = new Date().toISOString().slice(0, 10);
  const table = [
    `## ${rows} responses\n\n${day}, ${machine}, load ${loadavg()[1]?.toFixed(1)}.\n`,
    '| what | goal | measured | |',
    '|---|---|---:|---|',
    ...measured.map(
      ({ name, goal, figure, reached }) =>
        `| ${name} | ${goal} | ${short(figure)} | ${reached ? '✓' : '✗'} |`,
    ),
  ].join('\n');
  const others = sections.filter((section) => !section.startsWith(`## ${rows} `)).map((text) => text.trim());
  writeFileSync(file, `${[head.trim(), table, ...others].join('\n\n')}\n`);
}
