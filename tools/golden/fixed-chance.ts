// To be imported before whatever draws ids or looks at the clock: golden files are the same each time they are written.
import nodeCrypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { GOLDEN_AT } from '../../packages/testkit/src/golden/golden-at.ts'

const FILLING = 0x5a
let draws = 0

/** Different bytes at each draw, so that ids differ. */
function draw(length: number): Buffer {
  draws += 1
  const bytes = Buffer.alloc(length, FILLING)
  for (let at = length - 1, rest = draws; at >= 0 && rest > 0; at -= 1, rest >>= 8) bytes[at] = rest & 0xff
  return bytes
}

function fill<T extends ArrayBufferView>(view: T): T {
  new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(draw(view.byteLength))
  return view
}

const randomUUID = () =>
  draw(16)
    .toString('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')

Math.random = () => 0.5
Date.now = () => GOLDEN_AT
Object.assign(nodeCrypto, { randomBytes: draw, randomUUID })
Object.defineProperty(globalThis.crypto, 'getRandomValues', { value: fill })
syncBuiltinESMExports()
