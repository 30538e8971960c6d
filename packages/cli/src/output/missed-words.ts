/** How many messages a tail has left out, as the beginning of a sentence. */
export const missedWords = ({ missed }: { missed: number }): string =>
  `${missed} ${missed === 1 ? 'was' : 'were'} missed`
