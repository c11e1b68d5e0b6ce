import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonLook } from './button.tsx';
import { copyText } from './copy.ts';

/** Copies text and says so on itself. */
export function CopyButton({ text, label = 'Copy', ...look }: { text: string; label?: string } & ButtonLook) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(text))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 1600);
  };
  const Sign = copied ? Check : Copy;
  return (
    <Button {...look} aria-label={look.icon ? label : undefined} onClick={() => void copy()}>
      <Sign size={14} strokeWidth={1.8} aria-hidden="true" />
      {!look.icon && <span aria-live="polite">{copied ? 'Copied' : label}</span>}
    </Button>
  );
}
