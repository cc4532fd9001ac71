/** As much of a WebSocket (RFC 6455) as a test needs to talk to a browser; Node has one of its own only from 22 on. */

import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Socket } from 'node:net';

export interface TextSocket {
  send(text: string): void;
  close(): void;
}

/** Connects, and hears every text that comes. */
export function connect(port: number, path: string, hear: (text: string) => void): Promise<TextSocket> {
  return new Promise((resolve, reject) => {
    const key = randomBytes(16).toString('base64');
    const headers = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Key': key,
      'Sec-WebSocket-Version': '13',
    };
    const opening = request({ host: '127.0.0.1', port, path, headers });
    opening.on('error', reject);
    opening.on('response', ({ statusCode }) => reject(new Error(`refused: ${statusCode}`)));
    opening.on('upgrade', (_, socket: Socket, head: Buffer) => {
      let waiting = head;
      let text = Buffer.alloc(0);
      const take = () => {
        for (let frame = frameOf(waiting); frame; frame = frameOf(waiting)) {
          waiting = frame.rest;
          if (frame.kind === 8) socket.end();
          if (frame.kind > 2) continue;
          text = Buffer.concat([text, frame.body]);
          if (!frame.isLast) continue;
          hear(text.toString('utf8'));
          text = Buffer.alloc(0);
        }
      };
      socket.on('data', (data: Buffer) => {
        waiting = Buffer.concat([waiting, data]);
        take();
      });
      socket.on('error', () => undefined);
      take();
      resolve({ send: (message) => socket.write(framed(message)), close: () => socket.destroy() });
    });
    opening.end();
  });
}

interface Frame {
  kind: number;
  isLast: boolean;
  body: Buffer;
  rest: Buffer;
}

/** The first whole frame of what has come; a server's is not masked. */
function frameOf(bytes: Buffer): Frame | null {
  if (bytes.length < 2) return null;
  const [first, short] = [bytes.readUInt8(0), bytes.readUInt8(1) & 127];
  const at = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < at) return null;
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < at + length) return null;
  const [body, rest] = [bytes.subarray(at, at + length), bytes.subarray(at + length)];
  return { kind: first & 15, isLast: first >= 128, body, rest };
}

/** A text as a client's frame, which has to be masked. */
function framed(text: string): Buffer {
  const body = Buffer.from(text, 'utf8');
  const head = Buffer.alloc(14);
  head.writeUInt8(0x81, 0);
  let at = 2;
  if (body.length < 126) head.writeUInt8(128 + body.length, 1);
  else if (body.length < 65_536) {
    head.writeUInt8(128 + 126, 1);
    at = head.writeUInt16BE(body.length, 2);
  } else {
    head.writeUInt8(128 + 127, 1);
    at = head.writeBigUInt64BE(BigInt(body.length), 2);
  }
  // Firefox waits for ever for a frame whose mask is zero.
  const mask = randomBytes(4);
  mask.copy(head, at);
  const masked = Buffer.from(body.map((byte, i) => byte ^ (mask[i % 4] ?? 0)));
  return Buffer.concat([head.subarray(0, at + 4), masked]);
}
