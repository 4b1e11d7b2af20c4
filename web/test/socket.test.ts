import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { proof, Socket } from '../src/wire/socket';

/** Sockets that were opened, by their addresses. */
const opened: string[] = [];

class Line {
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(url: string) { opened.push(url); }
  close(): void { /* nothing to end */ }
}

async function outcome(answer: (challenge: string) => Promise<Response>): Promise<boolean[]> {
  vi.stubGlobal('fetch', (path: string) => answer(path.replace('./proof/', '')));
  const lost: boolean[] = [];
  const socket = new Socket('secret', { opened: () => undefined, lost: (refused) => lost.push(refused), received: () => undefined });
  socket.connect();
  await vi.waitFor(() => { expect(opened.length + lost.length).toBeGreaterThan(0); });
  socket.end();
  return lost;
}

describe('a page that comes back', () => {
  beforeEach(() => {
    opened.length = 0;
    vi.stubGlobal('WebSocket', Line);
    vi.stubGlobal('location', { protocol: 'http:', host: '127.0.0.1:1' });
    vi.stubGlobal('isSecureContext', true);
  });
  afterEach(() => { vi.unstubAllGlobals(); });

  it('proves as the standard has it (RFC 4231, case 2)', async () => {
    expect(await proof('Jefe', 'what do ya want for nothing?')).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
  });

  it('gives its token to the server that knows it', async () => {
    expect(await outcome(async (challenge) => new Response(await proof('secret', challenge)))).toEqual([]);
    expect(opened).toEqual(['ws://127.0.0.1:1/ws?token=secret']);
  });

  it('keeps its token from a stranger at the same port', async () => {
    expect(await outcome((challenge) => Promise.resolve(new Response(challenge)))).toEqual([true]);
    expect(await outcome(async (challenge) => new Response(await proof('other', challenge)))).toEqual([true]);
    expect(await outcome(() => Promise.resolve(new Response('', { status: 404 })))).toEqual([true]);
    expect(opened).toEqual([]);
  });

  it('waits for a server that is away', async () => {
    expect(await outcome(() => Promise.reject(new TypeError('refused')))).toEqual([false]);
    expect(opened).toEqual([]);
  });
});
