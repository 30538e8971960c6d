/** With the JSON around it, below what a request may have. */
const BYTES = 98_000

const fill = (piece: string, bytes = BYTES): string => piece.repeat(Math.floor(bytes / piece.length))

/** Documents of about 100 kB that a service must refuse before they cost it anything. */
export const hostileDocuments = (): ReadonlyMap<string, string> =>
  new Map([
    ['aliases', `{ ${Array.from({ length: 2_900 }, (_, at) => `a${at}: order(id: ${at}) { number }`).join(' ')} }`],
    ['depth', `${fill('{ orders ', 0.8 * BYTES)}${fill(' }', 0.2 * BYTES)}`],
    ['one name over and over', `{ orders { ${fill('number ')} } }`],
    ['directives', `{ orders ${fill('@skip(if: false) ')} { number } }`],
    ['fragments in a ring', `{ orders { ...F0 } } ${ring(2_400)}`],
    ['a list as argument', `{ order(id: [${fill('1,')}1]) { number } }`],
    ['a text as argument', `{ order(id: "${fill('x')}") { number } }`],
    ['brackets without end', fill('{')],
    ['comments', `{ ${fill('#\n', 0.6 * BYTES)} nothing }`],
  ])

function ring(count: number): string {
  return Array.from({ length: count }, (_, at) => `fragment F${at} on Order { ...F${(at + 1) % count} }`).join(' ')
}
