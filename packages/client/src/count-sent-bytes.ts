import type { SentBody } from './build-request.ts';

/**
 * Counts the bytes of a form while they are sent. The form is then sent in chunks of unknown length, so it is done
 * only if the caller wants progress.
 */
export function countSentBytes(sent: SentBody, onSent: ((bytes: number) => void) | undefined): SentBody {
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
