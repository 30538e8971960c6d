import type { Occasion } from '@sluice/service-kit'

/** Ends all keys of somebody who is not there any more, so that nobody who gets the name gets them. */
export type EndKeysOf = (user: string, occasion: Occasion) => Promise<void>
