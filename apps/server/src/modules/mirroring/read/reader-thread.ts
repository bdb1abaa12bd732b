import { ZipError } from '../../../platform/files/zip-archive.ts';
import { serveThread } from '../../../platform/threads/serve-thread.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';
import { readEpss } from './read-epss.ts';
import { readNvd } from './read-nvd.ts';
import { readRecordArchive } from './read-record-archive.ts';
import type { ReaderMessage, ReaderResult, ReaderTask } from './reader-task.ts';
import { SplitError } from './split-json.ts';
import { surveyArchive } from './survey-archive.ts';

/** Script of the threads that read published data, so that requests do not wait for it. */
serveThread<ReaderTask, ReaderMessage, ReaderResult>(async (task, send) => {
  try {
    switch (task.kind) {
      case 'survey-archive':
        return { count: await surveyArchive(task, send) };
      case 'read-archive':
        return { count: await readRecordArchive(task, send) };
      case 'read-nvd':
        return await readNvd(task, send);
      case 'read-epss':
        return await readEpss(task, send);
    }
  } catch (error) {
    if (isRefusal(error)) return { refusal: error.message };
    throw error;
  }
});

function isRefusal(error: unknown): error is Error {
  return error instanceof ZipError || error instanceof SplitError || error instanceof UnreadableDataError;
}
