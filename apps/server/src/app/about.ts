import { PRODUCT_VERSION } from '../platform/product-version.ts';

export const APPLICATION = 'Tallyman';

/** 5.x: existing clients read it to decide which parts of the interface they may use. */
export const VERSION = PRODUCT_VERSION;
