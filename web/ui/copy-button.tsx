import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonLook } from './button.tsx';
import { toast } from './toast.tsx';

/** Copies text and says so on itself. */
export function CopyButton({ text, label = 'Copy', ...look }: { text: string; label?: string } & ButtonLook) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      toast({ message: 'This browser does not let the page copy. Select the text and copy it by hand.' });
      return;
    }
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
