import field from '../field.module.css'

type RowBoxProps = { name: string; isChosen: boolean; onChange(isChosen: boolean): void; isRow?: boolean }

/** The box that chooses a row, by `x` too; or all rows, in the head of a list. */
export const RowBox = ({ name, isChosen, onChange, isRow }: RowBoxProps) => (
  <label className={field.box}>
    <input
      type="checkbox"
      aria-label={name}
      {...(isRow && { 'data-key': 'x' })}
      checked={isChosen}
      onChange={event => onChange(event.target.checked)}
    />
  </label>
)
