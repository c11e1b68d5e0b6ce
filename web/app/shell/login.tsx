import { Icon } from '../../ui/mark.tsx';
import { BrandMark } from './brand.tsx';

/** Shown in place of everything when the server asks for a token that this browser has not given. */
export function Login() {
  return (
    <main className="alone" id="main">
      <BrandMark />
      <h1>This Mailroom asks for a token</h1>
      <p>
        <Icon name="low" tone="low" /> When it started, Mailroom printed a login link. Open that link in this
        browser once; it is remembered from then on.
      </p>
      <p className="muted">Without the terminal at hand, ask whoever runs it for the link.</p>
      <button type="button" className="btn primary" onClick={() => location.reload()}>
        Try again
      </button>
    </main>
  );
}
