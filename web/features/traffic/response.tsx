import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ResponseDetail } from '../../../shared/api/responses.ts';
import { LEVELS } from '../../../shared/verdict.ts';
import { sharedFilter } from '../../lib/filter.ts';
import { count, counted } from '../../lib/numbers.ts';
import { forgetEdited } from '../../lib/pasted.ts';
import { useZone } from '../../lib/preferences.ts';
import { exact, ms } from '../../lib/times.ts';
import { useShownOne } from '../../lib/title.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { Captured } from '../../ui/captured.tsx';
import { CATEGORY_ACTS } from '../../ui/category-acts.ts';
import { Chip, MaskedChip } from '../../ui/chip.tsx';
import { DataBody } from '../../ui/data-panel.tsx';
import { IconLink } from '../../ui/icon-link.tsx';
import { LEVEL_MARKS, SEVERITY_MARKS } from '../../ui/looks.ts';
import { OutcomeMark } from '../../ui/mark.tsx';
import { Neighbours } from '../../ui/neighbours.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { CategoryName } from '../../ui/swatch.tsx';
import { VerdictView } from '../../ui/verdict/verdict-view.tsx';
import { Context } from './context.tsx';
import { CopyMenu } from './copy-menu.tsx';
import { useOpenResponse } from './use-open-response.ts';

/** One complete response, next to the log. */
export function Response({ id }: { id: string }) {
  const query = useOpenResponse(id);
  return (
    <article className="response" tabIndex={-1} aria-label="Response" aria-busy={query.isPending}>
      {query.isLoadingError && (
        <p className="response-head">
          <Close />
        </p>
      )}
      <DataBody query={query} height={480} skeleton={<SkeletonRows rows={12} />}>
        {(response) => <Whole key={response.id} response={response} />}
      </DataBody>
    </article>
  );
}

function Close() {
  return <IconLink className="end" to={{ to: '/traffic', search: true }} name="Close" Sign={X} />;
}

function Whole({ response }: { response: ResponseDetail }) {
  const zone = useZone();
  const { verdict, server, server_version, observed_at } = response;
  const what = response.operation ?? response.tool ?? 'no operation';
  useShownOne(`${what} on ${server}`);
  const head = useRef<HTMLElement>(null);
  // Where it stands below the log, it may be out of sight.
  useEffect(() => {
    if (head.current !== null && head.current.getBoundingClientRect().top > innerHeight / 2)
      head.current.scrollIntoView();
  }, []);
  return (
    <>
      <header className="response-head" ref={head}>
        <div className="response-title">
          <h2>
            <span className="mono">
              <Captured text={what} />
            </span>{' '}
            <span className="muted">
              <Captured text={server} /> <Captured text={server_version} /> ·{' '}
              <time className="nowrap" dateTime={observed_at}>
                {exact(observed_at, zone)}
              </time>
            </span>
          </h2>
          <span className="row end no-print">
            <Session response={response} />
            <CopyMenu response={response} />
            <Close />
          </span>
        </div>
        <Summary response={response} />
        {verdict.message !== null && (
          <p className="clamp">
            <Captured text={verdict.message} />
          </p>
        )}
      </header>
      <div className="response-grid">
        <VerdictView
          text={response.raw}
          isCapture
          verdict={verdict}
          pointerInBatch={response.pointer}
          at={ms(observed_at)}
          redacted={response.redacted}
          actions={<OpenInPlayground id={response.parent ?? response.id} />}
        />
        <Context response={response} />
      </div>
    </>
  );
}

/** A member of a batch has the capture of the batch, so that `id` is that of the batch. */
function OpenInPlayground({ id }: { id: string }) {
  return (
    <Link
      className="link sm end no-print"
      aria-label="Open in Playground"
      to="/playground"
      search={(held) => ({ ...sharedFilter(held), response: id })}
      onClick={() => forgetEdited(id)}
    >
      <span className="hide-s">Open in </span>Playground
    </Link>
  );
}

/** Outcome, code, category with who must act, error group, and number of findings, as marks with their words. */
function Summary({ response }: { response: ResponseDetail }) {
  const { outcome, code, category, group, masked, severity, warnings } = response;
  const shared = sharedFilter(useFilter());
  const worst = severity === null ? undefined : SEVERITY_MARKS[severity];
  return (
    <p className="row wrap">
      <Chip>
        <OutcomeMark outcome={outcome} />
      </Chip>
      {code !== null && (
        <code className="b clamp">
          <Captured text={code} />
        </code>
      )}
      {category !== null && (
        <span>
          <CategoryName category={category} /> <span className="sm muted">{CATEGORY_ACTS[category]}</span>
        </span>
      )}
      {group !== null && (
        <Link className="link sm" to="/errors/$group" params={{ group }} search={shared}>
          Open error group
        </Link>
      )}
      {masked && <MaskedChip />}
      {LEVELS.map((level) => {
        const { name, tone, word } = LEVEL_MARKS[level];
        return (
          response[level] > 0 && (
            <Chip key={level} tone={tone} mark={name}>
              {count(response[level])} {word}
            </Chip>
          )
        );
      })}
      {warnings > 0 && worst && (
        <Chip tone={worst.tone} mark={worst.name}>
          {counted(warnings, 'warning')}
          <span className="vh">, most severe: {worst.word}</span>
        </Chip>
      )}
    </p>
  );
}

/** Links to the previous and next response of the session. */
function Session({ response }: { response: ResponseDetail }) {
  const { id, previous, next, position } = response;
  if (position === null) return null;
  return (
    <>
      <span className="sm muted">
        {count(position.index + 1)} of {count(position.count)} in session
      </span>
      <Neighbours
        what="in session"
        items={[previous, id, next]}
        at={1}
        to={(one) => ({ to: '/traffic/$response', params: { response: one }, search: true })}
      />
    </>
  );
}
