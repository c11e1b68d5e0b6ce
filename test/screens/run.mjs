// Takes the pictures; arguments, as patterns, choose those whose names match all of them.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const { module } = await runnerImport(fileURLToPath(new URL('./screens.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'warn',
});
await module.takeScreens(process.argv.slice(2));
