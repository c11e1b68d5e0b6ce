import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonLook } from './button.tsx';
import { copyText } from './copy.ts';

/** Copies text, and confirms it on the button as long as the text is the same. */
export function CopyButton({ text, label = 'Copy', ...look }: { text: string; label?: string } & ButtonLook) {
  const [held, setHeld] = useState<string>();
  const copied = held === text;
  const copy = async () => {
    if (!(await copyText(text))) return;
    setHeld(text);
    setTimeout(() => setHeld(undefined), 1600);
  };
  const Sign = copied ? Check : Copy;
  return (
    <Button {...look} aria-label={look.icon ? label : undefined} onClick={() => void copy()}>
      <Sign size={14} strokeWidth={1.8} aria-hidden="true" />
      {!look.icon && <span aria-live="polite">{copied ? 'Copied' : label}</span>}
    </Button>
  );
}
