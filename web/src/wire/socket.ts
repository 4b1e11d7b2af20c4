/** The connection to the server; it comes back by itself when it is lost. */

import { unpack, type Arrays } from './frames';
import type { FromPage, FromServer } from './messages';

/** The first and the longest wait before trying again, in milliseconds. */
const FIRST_WAIT = 300;
const LONGEST_WAIT = 4000;

export interface Listener {
  opened(): void;
  lost(): void;
  received(message: FromServer, arrays: Arrays): void;
}

export class Socket {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;

  constructor(
    private readonly token: string,
    private readonly listener: Listener,
  ) {}

  connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws?token=${encodeURIComponent(this.token)}`);
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.listener.opened();
    };
    socket.onclose = () => {
      this.listener.lost();
      setTimeout(() => { this.connect(); }, this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    };
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => {
      if (typeof event.data === 'string') {
        this.listener.received(JSON.parse(event.data) as FromServer, {});
      } else {
        const { message, arrays } = unpack(event.data);
        this.listener.received(message as FromServer, arrays);
      }
    };
  }

  /** Send if connected; says whether it was. What is lost on the way is sent again by the one who resumes. */
  send(message: FromPage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Close for good, without trying again. */
  end(): void {
    if (this.socket) this.socket.onclose = null;
    this.socket?.close();
  }
}

/** Send one file to the server; gives the id to open it by. */
export async function upload(token: string, file: File): Promise<string> {
  const answer = await fetch(`./upload?name=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    headers: { 'X-Token': token },
    body: file,
  });
  const said = (await answer.json()) as { upload?: string; trouble?: string };
  if (said.upload === undefined) throw new Error(said.trouble ?? `${file.name} could not be sent: ${answer.statusText}`);
  return said.upload;
}
