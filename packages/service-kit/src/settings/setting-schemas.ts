import { isIP } from 'node:net'
import { z } from 'zod'

/** Reads a whole number within bounds. */
export const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .refine(value => Number.isInteger(value) && value >= min && value <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })

/** Reads entries that are separated by commas. A setting that is not set is an empty list. */
export const commaList = <T extends z.ZodType<string, string>>(entry: T) =>
  z
    .string()
    .optional()
    .transform(text => (text ? text.split(',').map(part => part.trim()) : []))
    .pipe(z.array(entry))
    .readonly()

/** On, off, or not said. */
export const flag = z
  .enum(['0', '1', 'true', 'false'])
  .optional()
  .transform(text => (text === undefined ? undefined : text === '1' || text === 'true'))

/** Tells whether a text is a block of addresses, like `10.0.0.0/8` or `2001:db8::/32`. */
export function isAddressBlock(text: string): boolean {
  const [, network = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? []
  const version = isIP(network)
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128)
}
