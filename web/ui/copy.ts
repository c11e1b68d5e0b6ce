import { toast } from './toast.tsx';

/** Copies text to the clipboard. Returns whether it succeeded; if the browser refuses, says so. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    toast({ message: 'The browser blocked copying. Select the text and copy it manually.' });
    return false;
  }
}

/** Copies text to the clipboard, and says in a toast what was copied, such as `the pointer`. */
export async function copyAndSay(what: string, text: string): Promise<void> {
  if (await copyText(text)) toast({ message: `Copied ${what}.` });
}
