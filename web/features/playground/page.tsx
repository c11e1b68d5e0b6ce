import { useQuery } from '@tanstack/react-query';
import type { Status } from '../../../shared/api/status.ts';
import { statusQuestion } from '../../lib/questions.ts';
import { DataBody } from '../../ui/data-panel.tsx';
import { Bench } from './bench.tsx';
import { useText } from './use-text.ts';
import './playground.css';

/** Any JSON and its verdict, computed in this browser by the engine that judges traffic. */
export function PlaygroundPage() {
  const { text, response, query } = useText();
  const { data: configuration } = useQuery({ ...statusQuestion(), select: (status) => status.configuration });
  return (
    <div className="page">
      <div className="pagehead">
        <h1>Playground</h1>
        <span className="muted">
          Paste responses, captures, JSON-RPC messages or a log of them. They are checked in your browser
          {isConfigured(configuration) && ' with this server’s configuration'}; nothing is sent or stored.
        </span>
      </div>
      {text === undefined ? (
        <DataBody query={query} height={480}>
          {() => null}
        </DataBody>
      ) : (
        <Bench text={text} response={response} start={query.data} configuration={configuration} />
      )}
    </div>
  );
}

function isConfigured(configuration: Status['configuration'] | undefined): boolean {
  if (configuration === undefined) return false;
  const { rules, secret_keys } = configuration;
  return Object.keys(rules).length > 0 || secret_keys.length > 0;
}
