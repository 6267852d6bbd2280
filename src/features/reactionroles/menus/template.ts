import { gone } from '#kit/deleted/template.ts'
import { messageAsJson } from '#kit/message/json/writing/contract.ts'
import { cut, messageLimits } from '#kit/template.ts'
import { type Choice, draftOf, type Emoji, emojiOf, type MenuDesign } from './contract.ts'

/**
 * The appearance of a menu in Discord. It depends on no service, so that a preview in the browser shows what is posted.
 */

interface Button {
  type: 2
  style: 1 | 2 | 3 | 4
  label?: string
  emoji?: Emoji
  custom_id: string
  disabled?: boolean
}

interface Select {
  type: 3
  custom_id: string
  placeholder: string
  min_values: number
  max_values: number
  options: { label: string; value: string; description?: string; emoji?: Emoji }[]
}

export interface Row {
  type: 1
  components: (Button | Select)[]
}

/** The text of a menu that the bot writes. */
export interface MenuText {
  content: string
  embeds: Record<string, unknown>[]
}

const styles = { primary: 1, secondary: 2, success: 3, danger: 4 } as const
/** Discord's limit of buttons in a row. */
const inRow = 5

/** A role's name by its id; undefined if it was deleted. */
export type RoleName = (id: string) => string | undefined

const isShown = (roleName: RoleName) => (one: Choice) => roleName(one.role_id) !== undefined

/** The choices shown in the message: one whose role was deleted is left out, and reported in the dashboard. */
export const shownChoices = ({ choices }: Pick<MenuDesign, 'choices'>, roleName: RoleName): Choice[] =>
  choices.filter(isShown(roleName))

/** The name of a choice: its label, or the name of its role. */
export const labelOf = ({ label, role_id }: Pick<Choice, 'label' | 'role_id'>, roleName: RoleName): string =>
  label.trim() === '' ? (roleName(role_id) ?? gone.role) : label.trim()

const listOf = (design: MenuDesign, roleName: RoleName): string =>
  shownChoices(design, roleName)
    .map(one => `${one.emoji.trim() === '' ? '•' : one.emoji.trim()} <@&${one.role_id}>`)
    .join('\n')

/** The text that a menu is posted with; empty if nothing is written. */
export function menuText(design: MenuDesign, roleName: RoleName): MenuText {
  const list = design.lists ? listOf(design, roleName) : ''
  const content = cut([design.content.trim(), list].filter(Boolean).join('\n\n'), messageLimits.content)
  // The result has Discord's own format, produced from validated values.
  const { embeds = [] } = messageAsJson(draftOf(design)) as { embeds?: Record<string, unknown>[] }
  return { content, embeds }
}

export interface MenuControlIds {
  button(choiceId: string): string
  select(): string
}

/** The rows of buttons, or the select, from which members choose; none for a reaction menu. */
export function menuRows(design: MenuDesign, roleName: RoleName, ids: MenuControlIds): Row[] {
  const shown = shownChoices(design, roleName)
  if (design.kind === 'reactions' || shown.length === 0) return []
  const emojiIn = ({ emoji }: Choice) => {
    const found = emojiOf(emoji)
    return found ? { emoji: found } : {}
  }
  if (design.kind === 'select') {
    const several =
      design.mode === 'normal' || design.mode === 'verify' || design.mode === 'drop' || design.mode === 'reversed'
    const select: Select = {
      type: 3,
      custom_id: ids.select(),
      placeholder: design.placeholder.trim() === '' ? 'Choose your roles' : design.placeholder.trim(),
      min_values: 1,
      max_values: several ? shown.length : design.mode === 'limit' ? Math.min(design.most, shown.length) : 1,
      options: shown.map(one => ({
        label: cut(labelOf(one, roleName), 100),
        value: one.id,
        ...(one.description.trim() && { description: one.description.trim() }),
        ...emojiIn(one),
      })),
    }
    return [{ type: 1, components: [select] }]
  }
  const buttons = shown.map((one): Button => {
    // A button with an emoji could do without a label, but the label is the only thing that says what an unnamed choice
    // is.
    const label = cut(labelOf(one, roleName), 80)
    return { type: 2, style: styles[one.style], label, ...emojiIn(one), custom_id: ids.button(one.id) }
  })
  return Array.from({ length: Math.ceil(buttons.length / inRow) }, (_, row) => ({
    type: 1,
    components: buttons.slice(row * inRow, (row + 1) * inRow),
  }))
}
