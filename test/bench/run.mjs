// Builds the benchmarks and prints every figure beside its goal. Arguments choose among the benchmarks.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const BENCHMARKS = ['rules', 'lint', 'ingest', 'store', 'page'];
const chosen = process.argv.slice(2).filter((word) => BENCHMARKS.includes(word));
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
        writer: at('../../server/threads/writer.ts'),
        reader: at('../../server/threads/reader.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
    },
  },
});

let missed = 0;
for (const name of BENCHMARKS.filter((each) => chosen.length === 0 || chosen.includes(each))) {
  const { run } = await import(pathToFileURL(`${outDir}/${name}.js`).href);
  for (const { name: what, goal, figure, reached } of await run()) {
    process.stdout.write(
      `${reached ? '✓' : '✗'} ${what}: ${Number(figure.toPrecision(3))} (goal: ${goal})\n`,
    );
    missed += Number(!reached);
  }
}
process.stdout.write(missed === 0 ? 'Every goal is reached.\n' : `${missed} missed.\n`);
