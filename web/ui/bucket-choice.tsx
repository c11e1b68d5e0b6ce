import { useSearch } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { moment } from '../../shared/time/instant.ts';
import { BUCKET_WIDTHS } from '../lib/bucket.ts';
import { span } from '../lib/times.ts';
import { useSetSearch } from '../lib/use-filter.ts';
import { BarNote } from './bar-note.tsx';
import { MenuItem, Popover } from './popover.tsx';

/** Shows the bucket width, ms, in the filter bar and lets the user choose another. */
export function BucketChoice({ shown }: { shown: number }) {
  const { bucket } = useSearch({ strict: false });
  const setSearch = useSetSearch();
  return (
    <BarNote>
      <Popover
        className="btn ghost"
        label={
          <>
            <span className="k">Buckets</span>
            <b>{span(shown)}</b>
            <ChevronDown size={12} aria-hidden="true" />
          </>
        }
      >
        {() =>
          [undefined, ...BUCKET_WIDTHS].map((width) => (
            <MenuItem
              key={width ?? 'auto'}
              current={width === bucket}
              hint={width !== undefined && width === bucket && shown !== msOf(width) ? 'widened' : undefined}
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
