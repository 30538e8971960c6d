/** Something is not as a flat plan takes it. Nothing has been answered; the request goes the general way. */
export class NotFlatError extends Error {
  override name = 'NotFlatError'
}

export const notFlat = (what: string): never => {
  throw new NotFlatError(what)
}
