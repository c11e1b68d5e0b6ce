import type { ReactNode } from 'react';
import './panel.css';

export interface PanelProps {
  /** None if the page's title is its own: then nothing has a place in its head. */
  readonly title?: ReactNode;
  /** A few words next to the title: what the figures count. */
  readonly note?: ReactNode;
  /** Links and buttons, on the right of the head. */
  readonly actions?: ReactNode;
  readonly footer?: ReactNode;
  /** Pads the body; a table or list has room of its own. */
  readonly padded?: boolean | undefined;
  readonly children: ReactNode;
}

/** A frame with a head, if it has a title, a body and a foot. */
export function Panel({ title, note, actions, footer, padded = false, children }: PanelProps) {
  return (
    <section className="panel">
      {title !== undefined && (
        <header>
          <h2>{title}</h2>
          {note !== undefined && <span className="sm muted">{note}</span>}
          {actions !== undefined && <span className="row end">{actions}</span>}
        </header>
      )}
      <div className={padded ? 'body padded' : 'body'}>{children}</div>
      {footer !== undefined && <footer>{footer}</footer>}
    </section>
  );
}
