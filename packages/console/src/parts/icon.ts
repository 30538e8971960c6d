import type { LucideIcon, LucideProps } from 'lucide-react'

export type Icon = LucideIcon

/** An icon beside words, which say the same. */
export const BESIDE_WORDS: LucideProps = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }
