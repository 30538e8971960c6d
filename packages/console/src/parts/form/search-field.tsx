import { Search } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import styles from '../field.module.css'
import { BESIDE_WORDS } from '../icon.ts'

type SearchFieldProps = {
  label: string
  placeholder?: string
  value: string
  /** Called 300 ms after the last key. */
  onChange(value: string): void
  inputRef?: RefObject<HTMLInputElement | null>
}

const WAIT_MS = 300

/** A text that a list is searched for. */
export function SearchField({ label, placeholder, value, onChange, inputRef }: SearchFieldProps) {
  const [text, setText] = useState(value)
  // What has come back of one's own words is no news: more may have been typed since.
  const told = useRef(value)
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === told.current) return
    const timer = setTimeout(() => {
      told.current = text
      onChange(text)
    }, WAIT_MS)
    return () => clearTimeout(timer)
  }, [text, onChange])
  return (
    <div className={styles.search}>
      <Search {...BESIDE_WORDS} />
      <input
        ref={inputRef}
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={event => setText(event.target.value)}
      />
    </div>
  )
}
