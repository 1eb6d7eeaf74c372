import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { LiveRun } from '../../run/live-run.ts';

/** A page of a run that goes on, for this machine alone and for who knows its address. */
export interface ViewServer {
  server: Server;
  address: string;
}

/**
 * Serves the page of a run on the loopback interface under a random path, and nothing elsewhere: `rows?from=n&every=m` are its rows as
 * doubles (from n on, if still every m-th is kept, else all that are), a POST to `pause`, `go` or `stop` does what it says. A request by another host's name is refused, as a page of
 * somebody else would make it who lets his name lead here.
 */
export async function serveView(run: LiveRun, page: string, port: number): Promise<ViewServer> {
  const token = randomBytes(16).toString('hex');
  let host = '';
  const server = createServer((request, answer) => {
    answer.setHeader('cache-control', 'no-store').setHeader('x-content-type-options', 'nosniff');
    // No URL is made of what comes: of `//` none can be.
    const [path, query] = (request.url ?? '').split('?', 2);
    const known = request.headers.host === host && path.startsWith(`/${token}/`);
    if (!known) return refuse(answer);
    tell(run, page, path.slice(token.length + 2), new URLSearchParams(query), request, answer);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(refused(error, port)));
    server.listen(port, '127.0.0.1', resolve);
  });
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, address: `http://${host}/${token}/` };
}

function refused(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') return error;
  const why = error.code === 'EACCES' ? 'is not for this user' : 'is in use';
  return new UserError(`view: port ${port} of 127.0.0.1 ${why}. Choose another by --port, or leave it out.`);
}

function refuse(answer: ServerResponse): void {
  answer.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
}

function tell(
  run: LiveRun,
  page: string,
  asked: string,
  parameters: URLSearchParams,
  { method }: IncomingMessage,
  answer: ServerResponse,
): void {
  if (method === 'POST' && (asked === 'pause' || asked === 'go' || asked === 'stop')) {
    run[asked]();
    answer.end();
  } else if (method === 'GET' && asked === '')
    answer.setHeader('content-type', 'text/html; charset=utf-8').end(page);
  else if (method === 'GET' && asked === 'rows') {
    const from = Math.max(0, Math.trunc(Number(parameters.get('from')) || 0));
    const sent = run.rows.since(from, Number(parameters.get('every')));
    answer.setHeader('x-every', sent.every).setHeader('x-kept', sent.kept).setHeader('x-from', sent.from);
    answer
      .setHeader('x-state', run.state)
      .setHeader('x-message', encodeURIComponent(Buffer.from(run.message).toString()));
    answer.setHeader('content-type', 'application/octet-stream');
    answer.end(new Uint8Array(sent.rows.buffer));
  } else refuse(answer);
}
