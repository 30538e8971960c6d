import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

type SentWriteOptions<Answer, Wish> = UseMutationOptions<Answer, Error, Wish> & {
  mutationFn(wish: Wish): Promise<Answer>
}

/** A write of which one is under way at a time: a second press, which may come before the page shows the first, sends nothing. */
export function useWrite<Answer, Wish = void>(
  options: SentWriteOptions<Answer, Wish>,
): UseMutationResult<Answer, Error, Wish> {
  const isUnderWay = useRef(false)
  const write = useMutation<Answer, Error, Wish>(
    Object.assign({}, options, {
      async mutationFn(wish: Wish) {
        try {
          return await options.mutationFn(wish)
        } finally {
          isUnderWay.current = false
        }
      },
    }),
  )
  const mutate: typeof write.mutate = (...wish) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    write.mutate(...wish)
  }
  return Object.assign({}, write, { mutate })
}
