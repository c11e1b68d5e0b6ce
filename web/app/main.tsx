import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../styles/fonts.css';
import '../styles/tokens.css';
import '../styles/base.css';
import { tellCutText } from '../lib/cut-text.ts';
import { loadParts } from '../lib/part.ts';
import { startPreferences } from '../lib/preferences.ts';
import { reinspectionQuestion, statusQuestion } from '../lib/questions.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';

/** Delay after the first page has loaded, ms: what it needs takes precedence over what later ones may. */
const LATER_MS = 4000;

startPreferences();
tellCutText();
// Before any other question, so that what arrives or is judged again after an answer is noticed.
void queryClient.prefetchQuery(statusQuestion());
void queryClient.prefetchQuery(reinspectionQuestion());

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

addEventListener('load', () => setTimeout(loadParts, LATER_MS));
