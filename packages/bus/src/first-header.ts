/** A header of records with whose key nothing was sent before (`isFirst`). */
export const FIRST_HEADER = 'first'
