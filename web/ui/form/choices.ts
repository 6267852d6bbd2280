import { type ReactNode } from 'react'

/** An entry of a list to choose from. An entry that cannot be chosen stays visible and says why. */
export interface ListChoice {
  value: string
  label: string
  icon?: ReactNode
  /** A second line; the reason if `disabled`. */
  note?: string | undefined
  disabled?: boolean | undefined
  /** Further search terms. */
  words?: readonly string[] | undefined
}

export interface ChoiceGroup {
  label?: string | undefined
  choices: readonly ListChoice[]
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Keeps entries that contain `search` (ignoring case and accents), without groups left empty. */
export function filterChoices(groups: readonly ChoiceGroup[], search: string): ChoiceGroup[] {
  const wanted = folded(search.trim().replace(/^[#@]/, ''))
  const isFound = ({ label, words = [] }: ListChoice) => [label, ...words].some(word => folded(word).includes(wanted))
  return groups
    .map(group => ({ ...group, choices: group.choices.filter(isFound) }))
    .filter(group => group.choices.length > 0)
}

export type ChoiceStep = 'next' | 'previous' | 'first' | 'last'

/** The entry that a key leads to. Disabled entries can be reached, too, so that their reason can be read. */
export function stepChoice(
  choices: readonly ListChoice[],
  active: string | undefined,
  step: ChoiceStep,
): string | undefined {
  const at = choices.findIndex(choice => choice.value === active)
  const last = choices.length - 1
  const target = { first: 0, last, next: at === last ? 0 : at + 1, previous: at <= 0 ? last : at - 1 }[step]
  return choices[target]?.value
}

/** The next entry whose label starts with the typed text, searching from the active one on. */
export function typedChoice(
  choices: readonly ListChoice[],
  active: string | undefined,
  typed: string,
): string | undefined {
  const at = choices.findIndex(choice => choice.value === active)
  const from = typed.length > 1 ? at : at + 1
  const ordered = [...choices.slice(Math.max(0, from)), ...choices.slice(0, Math.max(0, from))]
  return ordered.find(choice => folded(choice.label).startsWith(folded(typed)))?.value
}
