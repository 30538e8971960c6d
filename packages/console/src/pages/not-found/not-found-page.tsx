import { Link, useLocation } from '@tanstack/react-router'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty } from '../../parts/states/empty.tsx'

/** An address that leads to no page. */
export function NotFoundPage() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <>
      <PageHead title="Not found" />
      <Empty
        title="The console has no page here"
        text={
          <>
            Nothing is at <code>{path}</code>. It may be a page of a newer version, or the address was cut.
          </>
        }
      >
        <Link to="/">Go to the start</Link>
      </Empty>
    </>
  )
}
