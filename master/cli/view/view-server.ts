import { randomBytes } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { LiveRun } from '../../run/page/live-run.ts';
import { withFile } from '../../verdict/verdict.ts';

/** Page of a live run, for this machine and for users who know its address. */
export interface ViewServer {
  server: Server;
  address: string;
}

/**
 * Serves the page of a run on the loopback interface under a random path. `rows?from=n&every=m`
 * returns rows as doubles, from row n on if every m-th is still stored, otherwise all stored rows.
 * After the run it adds the verdict, whose next command names `file`. A POST to `pause`, `go` or
 * `stop` controls the run.
 *
 * Requests with another host name are rejected, because a page of an attacker could resolve its name
 * to this machine (DNS rebinding).
 */
export async function serveView(
  run: LiveRun,
  page: string,
  port: number,
  file = '<file>',
): Promise<ViewServer> {
  const token = randomBytes(16).toString('hex');
  let host = '';
  const server = createServer((request, answer) => {
    answer.setHeader('cache-control', 'no-store').setHeader('x-content-type-options', 'nosniff');
    // Do not parse the request as a URL: `//` is not a valid one.
    const [path, query] = (request.url ?? '').split('?', 2);
    const known = request.headers.host === host && path.startsWith(`/${token}/`);
    if (!known) return refuse(answer);
    const route = path.slice(token.length + 2);
    respond(
      { run, page, file },
      { method: request.method, route, parameters: new URLSearchParams(query) },
      answer,
    );
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
  const why = error.code === 'EACCES' ? 'is not permitted for this user' : 'is in use';
  return new UserError(`view: port ${port} of 127.0.0.1 ${why}. Choose another by --port, or leave it out.`);
}

function refuse(answer: ServerResponse): void {
  answer
    .writeHead(404, { 'content-type': 'text/plain' })
    .end('not found: open the whole address that fmu view printed, while its run is open\n');
}

/** Request of the page. Its route is the path below the random one. */
interface PageRequest {
  readonly method: string | undefined;
  readonly route: string;
  readonly parameters: URLSearchParams;
}

/** Answers a request: sends the page or rows, or controls the run. */
function respond(
  { run, page, file }: { run: LiveRun; page: string; file: string },
  { method, route, parameters }: PageRequest,
  answer: ServerResponse,
): void {
  if (method === 'POST' && (route === 'pause' || route === 'go' || route === 'stop')) {
    run[route]();
    answer.end();
  } else if (method === 'GET' && route === '')
    answer.setHeader('content-type', 'text/html; charset=utf-8').end(page);
  else if (method === 'GET' && route === 'rows') {
    const from = Math.max(0, Math.trunc(Number(parameters.get('from')) || 0));
    const sent = run.rows.since(from, Number(parameters.get('every')));
    answer
      .setHeader('x-every', sent.every)
      .setHeader('x-kept', sent.storedRows)
      .setHeader('x-from', sent.from);
    answer
      .setHeader('x-state', run.state)
      .setHeader('x-message', encodeURIComponent(Buffer.from(run.message).toString()));
    if (run.result !== undefined) {
      const { word, reason, next } = withFile(run.result, file).verdict;
      answer.setHeader('x-verdict', encodeURIComponent(JSON.stringify({ word, reason, next })));
    }
    answer.setHeader('content-type', 'application/octet-stream');
    answer.end(new Uint8Array(sent.rows.buffer));
  } else refuse(answer);
}
