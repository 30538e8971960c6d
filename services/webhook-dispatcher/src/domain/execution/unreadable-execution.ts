/** An execution is there, and can't be read: a newer version of Sluice has written it, or it is damaged. */
export class UnreadableExecutionError extends Error {
  override name = 'UnreadableExecutionError'
}
