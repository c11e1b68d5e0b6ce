import { basePath } from './base-path.ts';

/** Takes the login from this browser and leads to the page that asks for it. */
export function logOut(): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = `${basePath}/logout`;
  document.body.append(form);
  form.submit();
}
