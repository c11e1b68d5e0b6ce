import type { Remote } from './remote.ts';
import type { ReaderServices, RemoteStore, WriterServices } from './services.ts';

/** Returns the store across threads: questions go to `reader`, changes to `writer`. */
export function remoteStore(reader: Remote<ReaderServices>, writer: Remote<WriterServices>): RemoteStore {
  return {
    changeGroup: (...args) => writer.call('store', 'changeGroup', args),
    retain: (...args) => writer.call('store', 'retain', args),
    forgetRest: (...args) => writer.call('store', 'forgetRest', args),
    tidy: (...args) => writer.call('store', 'tidy', args),
    compact: (...args) => writer.call('store', 'compact', args),
    pin: (...args) => writer.call('intake', 'pin', args),
    forget: (server) => writer.call('intake', 'forget', [server]),

    overview: (...args) => reader.call('store', 'overview', args),
    series: (...args) => reader.call('store', 'series', args),
    errors: (...args) => reader.call('store', 'errors', args),
    errorGroups: (...args) => reader.call('store', 'errorGroups', args),
    errorGroup: (...args) => reader.call('store', 'errorGroup', args),
    warnings: (...args) => reader.call('store', 'warnings', args),
    deprecations: (...args) => reader.call('store', 'deprecations', args),
    deprecation: (...args) => reader.call('store', 'deprecation', args),
    quotas: (...args) => reader.call('store', 'quotas', args),
    violations: (...args) => reader.call('store', 'violations', args),
    conformance: (...args) => reader.call('store', 'conformance', args),
    responses: (...args) => reader.call('store', 'responses', args),
    captures: (...args) => reader.call('store', 'captures', args),
    response: (...args) => reader.call('store', 'response', args),
    since: (...args) => reader.call('store', 'since', args),
    servers: (...args) => reader.call('store', 'servers', args),
    clients: (...args) => reader.call('store', 'clients', args),
    facets: (...args) => reader.call('store', 'facets', args),
    stored: (...args) => reader.call('store', 'stored', args),
  };
}
