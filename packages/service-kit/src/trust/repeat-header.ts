import { type RepeatMark, repeatMark } from '@sluice/contracts'

/** Tells a gateway that a request repeats another one. Never passed on to clients. */
export const REPEAT_HEADER = 'x-sluice-repeat'

export const formatRepeat = ({ of, isKept }: RepeatMark): string => `${isKept ? 'kept' : 'open'} ${of}`

/** @returns undefined for a text of another form */
export function readRepeat(text: string): RepeatMark | undefined {
  const [state, of = ''] = text.split(' ')
  if (state !== 'kept' && state !== 'open') return undefined
  return repeatMark.safeParse({ of, isKept: state === 'kept' }).data
}
