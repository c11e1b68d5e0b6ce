/** Versions, oldest first, each with how many days before the end of the story it appeared. */
export type Versions = Readonly<Record<string, number>>;

const BY_CLIENT: Readonly<Record<string, Versions>> = {
  'claude-code': { '2.1.2': 40, '2.1.4': 11 },
  'claude-desktop': { '1.0.41': 40, '1.1.0': 16 },
  cursor: { '1.8.2': 40, '1.9.0': 20 },
  vscode: { '1.108.0': 40, '1.109.1': 5 },
  codex: { '0.61.0': 40 },
  'ops-bot': { '0.8.0': 40, '0.8.1': 6.5 },
  'warehouse-ui': { '5.2.0': 40 },
};

/** Returns the newest of `versions` that existed `ago` days before the end; undefined if there is none. */
export function versionAt(versions: Versions, ago: number): string | undefined {
  return Object.entries(versions).findLast(([, since]) => since >= ago)?.[0];
}

export const clientVersion = (client: string, ago: number) => versionAt(BY_CLIENT[client] ?? {}, ago);
