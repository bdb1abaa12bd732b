import { Button } from '@mantine/core';
import type { VexReceipt } from '@tallyman/contract';
import { saveFile } from '../../ui/save-file.ts';

export function SaveReceipt({ receipt }: { readonly receipt: VexReceipt }) {
  const save = () =>
    saveFile('vex-receipt.json', new Blob([JSON.stringify(receipt, null, 2)], { type: 'application/json' }));
  return <Button onClick={save}>Save the receipt</Button>;
}
