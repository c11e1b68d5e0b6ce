import { expect, test } from 'vitest';
import { driverAddon, driverFault } from '../../server/cli/driver.ts';

const calling = (name: string) => () => Buffer.from(`\0_ZN4node28${name}EPN2v87IsolateE\0`);

test.each([
  ['v24.9.0', 'RemoveEnvironmentCleanupHook', true],
  ['v24.18.1', 'RemoveEnvironmentCleanupHook', true],
  ['v24.21.0', 'RemoveEnvironmentCleanupHook', true],
  ['v24.21.0', 'AddEnvironmentCleanupHook', false],
  ['v24.22.0', 'RemoveEnvironmentCleanupHook', false],
  ['v26.3.1', 'RemoveEnvironmentCleanupHook', true],
  ['v26.4.0', 'RemoveEnvironmentCleanupHook', false],
  ['v22.23.3', 'RemoveEnvironmentCleanupHook', false],
  ['v26.10.0', 'RemoveEnvironmentCleanupHook', false],
])('on Node %s a driver that calls %s is a fault: %s', (node, name, isFault) => {
  expect(driverFault(node, calling(name)) !== undefined).toBe(isFault);
});

test('the fault says what to do', () => {
  const fault = driverFault('v24.21.0', calling('RemoveEnvironmentCleanupHook'));
  expect(fault).toMatch(
    /^better-sqlite3, .+, makes Node 24 before 24\.22 abort .+; use Node 24\.22 or later$/,
  );
});

test('the driver is found where it was compiled or unpacked', () => {
  expect(Buffer.from(driverAddon()).includes('AddEnvironmentCleanupHook')).toBe(true);
});
