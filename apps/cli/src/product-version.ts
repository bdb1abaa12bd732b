import product from '../../../package.json' with { type: 'json' };

/** The version of the product, from the package.json of the repository. */
export const PRODUCT_VERSION = product.version;
