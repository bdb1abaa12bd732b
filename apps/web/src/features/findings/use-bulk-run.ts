import type { BulkAnalysisRequest } from '@tallyman/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { countOf } from '../../ui/format-number.ts';
import { type BulkProgress, decideNextPart, NOT_STARTED, undoBulk } from './bulk-decision.ts';
import { pushUndo } from './undo-stack.ts';
import { refreshLists } from './use-decide.ts';

export interface BulkRun {
  readonly progress: BulkProgress;
  readonly isRunning: boolean;
  /** Why the last part was not stored. */
  readonly error: Error | undefined;
  /** Starts, or continues where an error or a stop left off. */
  readonly start: (request: BulkAnalysisRequest, words: string) => Promise<void>;
  /** After the part that is being stored. */
  readonly stop: () => void;
}

/** Decides part by part. What was stored can be undone as a whole, also after an error. */
export function useBulkRun(onComplete: () => void): BulkRun {
  const queries = useQueryClient();
  const [progress, setProgress] = useState(NOT_STARTED);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<Error>();
  const isStopping = useRef(false);
  const start = async (request: BulkAnalysisRequest, words: string) => {
    let present = progress;
    isStopping.current = false;
    setRunning(true);
    setError(undefined);
    try {
      while (!present.isComplete && !isStopping.current) {
        present = await decideNextPart(request, present);
        setProgress(present);
      }
    } catch (failure) {
      setError(failure as Error);
    }
    setRunning(false);
    refreshLists(queries);
    const { batch, applied, isComplete } = present;
    if (batch !== undefined && isComplete) {
      pushUndo(`${countOf(applied, 'finding')}: ${words}`, async () => {
        await undoBulk(batch);
        refreshLists(queries);
      });
    }
    if (isComplete) onComplete();
  };
  return {
    progress,
    isRunning,
    error,
    start,
    stop: () => {
      isStopping.current = true;
    },
  };
}
