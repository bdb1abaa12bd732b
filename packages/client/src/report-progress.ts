import type { SentBody } from './build-request.ts';

/**
 * A form whose bytes are counted on their way. It is sent in chunks of unknown number then, so it is done only for
 * those who want to know.
 */
export function reportProgress(sent: SentBody, onSent: ((bytes: number) => void) | undefined): SentBody {
  if (!onSent || !(sent.body instanceof FormData)) return sent;
  const encoded = new Response(sent.body);
  const type = encoded.headers.get('content-type');
  if (!encoded.body || !type) return sent;
  return { type, body: encoded.body.pipeThrough(countBytes(onSent)) };
}

function countBytes(onSent: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      onSent(bytes);
      controller.enqueue(chunk);
    },
  });
}
