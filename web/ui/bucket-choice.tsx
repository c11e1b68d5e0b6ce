import { useSearch } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { moment } from '../../shared/time/instant.ts';
import { BUCKET_WIDTHS } from '../lib/bucket.ts';
import { span } from '../lib/times.ts';
import { useSetSearch } from '../lib/use-filter.ts';
import { BarNote } from './bar-note.tsx';
import { MenuItem, Popover } from './popover.tsx';

/**
 * Shows the bucket width, ms, in the filter bar and lets the user choose another. Until it is known, its place is kept: in a
 * narrow bar it has a line of its own.
 */
export function BucketChoice({ shown }: { shown: number | undefined }) {
  const { bucket } = useSearch({ strict: false });
  const setSearch = useSetSearch();
  const isWidened = bucket !== undefined && shown !== undefined && shown !== msOf(bucket);
  return (
    <BarNote>
      <Popover
        className="btn ghost"
        label={
          <>
            <span className="k">Buckets</span>
            <b>{shown === undefined ? '–' : span(shown)}</b>
            <ChevronDown size={12} aria-hidden="true" />
          </>
        }
      >
        {() =>
          [undefined, ...BUCKET_WIDTHS].map((width) => (
            <MenuItem
              key={width ?? 'auto'}
              current={width === bucket}
              hint={isWidened && width === bucket ? 'widened' : undefined}
              onChoose={() => setSearch({ bucket: width })}
            >
              {width === undefined ? 'Auto' : wordsOf(width)}
            </MenuItem>
          ))
        }
      </Popover>
    </BarNote>
  );
}

/** `1 min`, `1 h`: in the unit of the parameter; {@link span} would use smaller units. */
const wordsOf = (width: string) => width.replace('m', 'min').replace(/(?=\D)/, '\u202f');
const msOf = (width: string) => -(moment(`-${width}`, 0) ?? 0);
