import { type ComponentType, useEffect, useState } from 'react'

/** Shows nothing while a component is fetched. */
const Nothing = () => null

/**
 * A component in a chunk of its own, which is fetched when it is first shown; `Meanwhile` has its place until then. It is
 * shown as soon as it is there. React's `lazy` would wait: what arrives less than 300 ms after a fallback of any `Suspense` is
 * held back for the rest of that time. Throws where the chunk can't be had.
 */
export function ofChunk<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType<Props> = Nothing,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function OfChunk(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded)
    const [fault, setFault] = useState<{ error: unknown }>()
    useEffect(() => {
      if (loaded) return setLoaded(() => loaded)
      load().then(
        component => {
          loaded = component
          setLoaded(() => component)
        },
        (error: unknown) => setFault({ error }),
      )
    }, [])
    if (fault) throw fault.error
    return Loaded ? <Loaded {...props} /> : <Meanwhile {...props} />
  }
}
