import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/** A dialog that is open while it is rendered. When it is gone, what had the focus before has it again. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useReturnedFocus();
  return <Modal opened returnFocus={false} {...props} />;
}

/** The modal of the library returns the focus only if it was rendered before it opened. */
function useReturnedFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () =>
      void requestAnimationFrame(() => {
        const isLost = document.activeElement === document.body;
        if (isLost && before instanceof HTMLElement && before.isConnected)
          before.focus({ preventScroll: true });
      }),
    [before],
  );
}
