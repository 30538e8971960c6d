/** Licences, in the terms of SPDX, under which something may ship with Sluice. */
export const PERMISSIVE: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  '(MIT AND BSD-3-Clause)',
  '(MIT OR CC0-1.0)',
])
