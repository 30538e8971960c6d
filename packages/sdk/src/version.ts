/** The product's version, which the types are of. */
export const VERSION = '0.1.0'
