// Serves the dashboard with hot reload on http://127.0.0.1:4681, in front of a server that is rebuilt and
// restarted on every change. The arguments are a mailroom command and its flags; by default `demo`, which
// touches nobody's data.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, createServer } from 'vite';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const configFile = at('vite.config.ts');
const args = process.argv.length > 2 ? process.argv.slice(2) : ['demo'];

// From now on the stamp no longer describes dist.
rmSync(at('dist/.built-from'), { force: true });

let program;
function restart() {
  const start = () => {
    program = spawn(process.execPath, ['--enable-source-maps', at('dist/server/main.js'), ...args], {
      stdio: 'inherit',
    });
  };
  if (program === undefined || program.exitCode !== null || program.signalCode !== null) return start();
  program.removeAllListeners('exit');
  program.once('exit', start);
  program.kill('SIGTERM');
}

const watcher = await build({ configFile, logLevel: 'warn', build: { ssr: true, watch: {} } });
watcher.on('event', (event) => {
  if (event.code === 'END') restart();
  if (event.code === 'ERROR') console.error(event.error.message);
});

const web = await createServer({ configFile });
await web.listen();
web.printUrls();

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    program?.kill('SIGTERM');
    await Promise.all([watcher.close(), web.close()]);
    process.exit(0);
  });
}
