import { buttonClass } from '../../ui/button.tsx';
import { BrandMark } from './brand.tsx';

/** Replaces everything when the server asks for a token that this browser has not given. */
export function Login() {
  return (
    <main className="alone" id="main">
      <BrandMark />
      <h1>Log in to Mailroom</h1>
      <p>
        Open the login link that Mailroom printed at startup, or enter its token. This browser will remember
        it.
      </p>
      {/* The server leads to its form and back, without it if another tab has logged in. */}
      <a className={buttonClass({ kind: 'primary' })} href={location.pathname + location.search}>
        Log in
      </a>
    </main>
  );
}
