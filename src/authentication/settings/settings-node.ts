import type { Place } from './settings-report.ts'

/** A value in a file of settings, and where it stands. */
export type SettingsNode = Place &
  (
    | { readonly kind: 'map'; readonly entries: readonly SettingsEntry[] }
    | { readonly kind: 'list'; readonly items: readonly SettingsNode[] }
    | { readonly kind: 'text'; readonly text: string }
    /** A number, as it is written. */
    | { readonly kind: 'number'; readonly written: string }
    | { readonly kind: 'boolean'; readonly value: boolean }
    /** Nothing is written, or `null`. */
    | { readonly kind: 'nothing' }
  )

/** A key of a map, where it stands, and its value. */
export interface SettingsEntry extends Place {
  readonly key: string
  readonly value: SettingsNode
}
