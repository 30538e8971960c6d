import { type CheckedAnswer, createAnswerCheck } from './answer-check.ts'

/**
 * Checks answers of a server against the description that it serves, which is asked for with the first answer.
 * @param describe asks for it; undefined where it can't be had at the moment, and nothing is checked
 */
export function checkedBy(describe: () => Promise<unknown>): (answer: CheckedAnswer) => Promise<void> {
  let check: ReturnType<typeof createAnswerCheck> | undefined
  return async answer => {
    if (check === undefined) {
      const description = await describe()
      if (description === undefined) return
      check = createAnswerCheck(description)
    }
    check(answer)
  }
}
