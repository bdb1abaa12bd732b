/**
 * Keeps the process running when the reader of its output exits, for example a log collector that restarts.
 * Without a listener, Node.js ends the process at the next log line (EPIPE).
 */
export function tolerateClosedOutput(...streams: readonly NodeJS.WritableStream[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
