import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonKind } from './button.tsx';
import { copyText } from './copy.ts';

const CONFIRMED_MS = 1600;

/** Copies text, and confirms it on the button as long as the text is the same. */
export function CopyButton({
  text,
  label = 'Copy',
  kind,
}: {
  text: string;
  label?: string;
  kind?: ButtonKind;
}) {
  const [held, setHeld] = useState<{ readonly text: string }>();
  const copied = held?.text === text;
  const copy = async () => {
    if (await copyText(text)) setHeld({ text });
  };
  useEffect(() => {
    if (held === undefined) return;
    const timer = setTimeout(() => setHeld(undefined), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [held]);
  const Sign = copied ? Check : Copy;
  return (
    <Button kind={kind} onClick={() => void copy()}>
      <Sign size={14} strokeWidth={1.8} aria-hidden="true" />
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </Button>
  );
}
