import { Code } from '../../parts/code.tsx'
import { Empty } from '../../parts/states/empty.tsx'

/** A line that makes something happen. */
export const NothingYet = () => (
  <Empty isBare title="Nothing yet" text="Requests stand here when they are over. Try one:">
    <Code text={`curl -u <user> ${location.origin}/whoami`} />
  </Empty>
)
