import { Command } from 'cmdk';
import type { ReactNode } from 'react';
import { openDialog } from './dialogs.ts';

/** One entry of the palette, found by its `value`: its kind and then its name. Choosing it closes the palette first. */
export function PaletteEntry({
  value,
  hint,
  onChoose,
  children,
}: {
  value: string;
  hint?: string;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <Command.Item
      className="menu-item"
      value={value}
      onSelect={() => {
        openDialog.set(null);
        onChoose();
      }}
    >
      <span className="ell">{children}</span>
      {hint !== undefined && <span className="muted nowrap end">{hint}</span>}
    </Command.Item>
  );
}
