import { useParams } from '@tanstack/react-router';
import { Log } from './log.tsx';
import { Response } from './response.tsx';
import './traffic.css';

/** The log and, next to it, the open response. */
export function TrafficPage() {
  const { response } = useParams({ strict: false });
  return (
    <div className={`traffic${response === undefined ? '' : ' open'}`}>
      <Log selected={response} />
      {response !== undefined && <Response id={response} />}
    </div>
  );
}
