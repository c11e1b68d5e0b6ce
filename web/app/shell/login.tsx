import { basePath } from '../../lib/base-path.ts';
import { buttonClass } from '../../ui/button.tsx';
import { BrandMark } from './brand.tsx';

/** Replaces everything when the server asks for a token that this browser has not given. */
export function Login() {
  return (
    <main className="alone" id="main">
      <BrandMark />
      <h1>This Mailroom asks for a token</h1>
      <p>
        Open the login link that Mailroom printed when it started, or give its token. This browser remembers
        it.
      </p>
      <a className={buttonClass({ kind: 'primary' })} href={`${basePath}/login`}>
        Log in
      </a>
    </main>
  );
}
