export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** Yields the server-sent events of a stream. Comments and members that this service does not send are ignored. */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parseEvent(block);
      if (event) yield event;
    }
  }
}

function parseEvent(block: string): ServerEvent | undefined {
  const lines = block.split('\n');
  const member = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const name = member('event');
  return name === undefined ? undefined : { name, data: member('data') ?? '' };
}
