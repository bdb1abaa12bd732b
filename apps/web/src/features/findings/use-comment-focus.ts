import { useCallback, useRef } from 'react';
import type { FindingPanelHandle } from './finding-panel.tsx';

/** If a comment is to be written before the panel is loaded, it gets the focus then. */
export function useCommentFocus() {
  const panel = useRef<FindingPanelHandle>(null);
  const isWanted = useRef(false);
  const focusNow = useCallback(() => {
    if (!panel.current || !isWanted.current) return;
    isWanted.current = false;
    panel.current.focusComment();
  }, []);
  const panelRef = useCallback(
    (handle: FindingPanelHandle | null) => {
      panel.current = handle;
      requestAnimationFrame(focusNow);
    },
    [focusNow],
  );
  const focusComment = () => {
    isWanted.current = true;
    requestAnimationFrame(focusNow);
  };
  return { panelRef, focusComment };
}
