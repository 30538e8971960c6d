import type { BodyRender } from '../../api/logs.ts'

/** How the body of what is delivered again is made. */
export const RENDERS = [
  { value: 'same', label: 'as it was sent' },
  { value: 'again', label: 'rendered anew, by the webhook as it is now' },
]

export const renderOf = (value: string | undefined): BodyRender => (value === 'again' ? 'again' : 'same')
