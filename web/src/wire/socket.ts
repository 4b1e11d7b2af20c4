/** The connection to the server; it comes back by itself when it is lost. */

import type { Given } from './dropped';
import { unpack, type Arrays } from './arrays';
import { changes } from './changes';
import type { Document, FromPage, FromServer } from './messages';

/** The first and the longest wait before trying again, in milliseconds. */
const FIRST_WAIT = 300;
const LONGEST_WAIT = 4000;

export interface Listener {
  opened(): void;
  /** refused: the server is there, but it is another one, or has another token by now. */
  lost(refused: boolean): void;
  received(message: FromServer, arrays: Arrays): void;
}

export class Socket {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private ended = false;
  /** The document that went out last on this connection. */
  private sent: Document | null = null;

  constructor(
    private readonly token: string,
    private readonly listener: Listener,
  ) {}

  connect(): void {
    void acquaintance(this.token).then((server) => {
      if (this.ended) return;
      if (server === 'ours') this.open();
      else this.again(server === 'stranger');
    });
  }

  private open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws?token=${encodeURIComponent(this.token)}`);
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    this.sent = null;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.listener.opened();
    };
    socket.onclose = () => { this.again(false); };
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => {
      if (typeof event.data === 'string') {
        const message = JSON.parse(event.data) as FromServer;
        // Who refused a message may not have its document.
        if (message.type === 'Trouble') this.sent = null;
        this.listener.received(message, {});
      } else {
        const { message, arrays } = unpack(event.data);
        this.listener.received(message as FromServer, arrays);
      }
    };
  }

  private again(refused: boolean): void {
    this.listener.lost(refused);
    setTimeout(() => { this.connect(); }, this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  /** Send if connected; says whether it was. What is lost on the way is sent again by the one who resumes. */
  send(message: FromPage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(this.shortened(message)));
    return true;
  }

  /** A message with what changed in place of its document. */
  private shortened(message: FromPage): object {
    if (!('document' in message)) return message;
    const { document, ...others } = message;
    const changed = this.sent && changes(this.sent, document);
    this.sent = document;
    return { ...others, ...this.earlier(message), ...(changed ? { changes: changed } : { document }) };
  }

  /** The document before a step, as what was changed; null fields are left out of the message. */
  private earlier(message: FromPage & { document: Document }): object {
    if (message.type !== 'Commit' || !message.before) return {};
    const was = changes(message.document, message.before);
    return was ? { before: undefined, was } : {};
  }

  /** Close for good, without trying again. */
  end(): void {
    this.ended = true;
    if (this.socket) this.socket.onclose = null;
    this.socket?.close();
  }
}

/**
 * Who answers at this address. Another program may have taken the port of a server that is away: the token is kept
 * from it until it has shown, by a hash of token and challenge, that it knows the token already.
 */
async function acquaintance(token: string): Promise<'ours' | 'stranger' | 'away'> {
  const challenge = digits(crypto.getRandomValues(new Uint8Array(16)));
  try {
    const answer = await fetch(`./proof/${challenge}`);
    if (!answer.ok) return 'stranger';
    // Only at addresses of this computer and over https browsers have what is needed to check it.
    return !isSecureContext || (await answer.text()) === (await proof(token, challenge)) ? 'ours' : 'stranger';
  } catch {
    return 'away';
  }
}

/** HMAC-SHA256, as hexadecimal digits. */
export async function proof(token: string, challenge: string): Promise<string> {
  const bytes = new TextEncoder();
  // An empty key is none that browsers take; a page without a token is a stranger anyway.
  const key = await crypto.subtle.importKey('raw', bytes.encode(token || ' '), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return digits(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(challenge))));
}

function digits(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Send one file to the server; gives the id to open it by. */
export async function upload(token: string, { file, name }: Given): Promise<string> {
  const answer = await fetch(`./upload?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'X-Token': token },
    body: file,
  });
  const said = (await answer.json()) as { upload?: string; trouble?: string };
  if (said.upload === undefined) throw new Error(said.trouble ?? `${name} could not be sent: ${answer.statusText}`);
  return said.upload;
}
