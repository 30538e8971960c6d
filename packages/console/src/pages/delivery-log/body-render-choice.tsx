import type { BodyRender } from '../../api/logs.ts'
import { Choices } from '../../parts/field.tsx'

const RENDERS = [
  { value: 'same', label: 'as it was sent' },
  { value: 'again', label: 'rendered anew, by the webhook as it is now' },
]

type BodyRenderChoiceProps = { render: BodyRender; onChange(render: BodyRender): void }

/** The choice asks how the body of what is delivered again is made. */
export const BodyRenderChoice = ({ render, onChange }: BodyRenderChoiceProps) => (
  <Choices
    label="The body"
    kind="radio"
    choices={RENDERS}
    chosen={[render]}
    onChange={([value]) => onChange(value === 'again' ? 'again' : 'same')}
  />
)
