import type { FileEncoding } from './console-manifest.ts'

const PREFERRED = ['br', 'gzip'] as const

/** The form of a file that a browser takes, by its `Accept-Encoding`: the smallest, or the plain one. */
export function chooseEncoding(accepted: string | undefined): FileEncoding {
  const offers = new Map((accepted ?? '').split(',').map(readOffer))
  return PREFERRED.find(coding => (offers.get(coding) ?? offers.get('*') ?? 0) > 0) ?? 'identity'
}

function readOffer(text: string): [string, number] {
  const [coding = '', ...parameters] = text.split(';').map(part => part.trim().toLowerCase())
  const weight = parameters.find(parameter => parameter.startsWith('q='))
  return [coding, weight === undefined ? 1 : Number(weight.slice(2))]
}
