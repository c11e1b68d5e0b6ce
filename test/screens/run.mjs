// Takes the pictures; only those whose names match all arguments, which are patterns.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const { module } = await runnerImport(fileURLToPath(new URL('./screens.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'warn',
});
await module.takeScreens(process.argv.slice(2));
