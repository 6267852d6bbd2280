import { fitEmbeds, type SentEmbed } from '#kit/message/fitting/template.ts'
import { cut } from '#kit/template.ts'
import type { PanelDesign } from './contract.ts'
import { panelEmbeds } from './embeds/contract.ts'

/**
 * How a panel and its tickets look in Discord. It depends on no service, so that the browser's preview draws with the
 * same code.
 */

/** A standard emoji, or a server's custom emoji. */
interface ButtonEmoji {
  id?: string
  name: string
  animated?: boolean
}

interface MessageButton {
  type: 2
  style: 1 | 2 | 3 | 4
  label?: string
  emoji?: ButtonEmoji
  custom_id: string
}

interface MessageSelect {
  type: 3
  custom_id: string
  placeholder: string
  options: { label: string; value: string; description?: string; emoji?: ButtonEmoji }[]
}

export interface MessageRow {
  type: 1
  components: (MessageButton | MessageSelect)[]
}

/** A message in the form of Discord's API. */
export interface PanelMessage {
  embeds: SentEmbed[]
  components: MessageRow[]
}

/** Discord's limit of characters in a button's label. */
export const longestLabel = 80
/** Discord's limits: five rows of five buttons; a select has the same number of options. */
const buttonsInRow = 5
export const mostOnOneMessage = 25

const styles = { primary: 1, secondary: 2, success: 3, danger: 4 } as const

/**
 * Returns the label and emoji of a button or an option. Two letters are not an emoji, so they precede the label
 * instead.
 * @param most characters of a label
 */
export function face(emoji: string, label: string, most: number): { label?: string; emoji?: ButtonEmoji } {
  const text = emoji.trim()
  const [, animated, name, id] = /^<(a?):(\w{2,32}):(\d{17,20})>$/.exec(text) ?? []
  const known = id && name ? { id, name, ...(animated && { animated: true }) } : undefined
  // A heart, for example, is an emoji only with the variation selector.
  const drawn = [text, `${text}\uFE0F`].find(one => /^\p{RGI_Emoji}$/v.test(one))
  const shown = known ?? (drawn === undefined ? undefined : { name: drawn })
  const words = cut((shown ? label : `${text} ${label}`).trim(), most)
  if (shown) return { emoji: shown, ...(words !== '' && { label: words }) }
  return { label: words === '' ? 'Create Ticket' : words }
}

/** A panel with the id that its button carries. */
export interface ShownPanel {
  id: string
  design: PanelDesign
}

export interface ControlIds {
  /** The custom id of a panel's button. */
  button(panelId: string): string
  /** The custom id of the select that offers several. */
  select(panelId: string): string
}

/** Buttons in a preview cannot be pressed. */
const noIds: ControlIds = { button: id => `preview-${id}`, select: id => `preview-${id}` }

const inRows = (buttons: MessageButton[]): MessageRow[] =>
  Array.from({ length: Math.ceil(buttons.length / buttonsInRow) }, (_, row) => ({
    type: 1,
    components: buttons.slice(row * buttonsInRow, (row + 1) * buttonsInRow),
  }))

/**
 * Returns the message of a panel and of those joined to it, as buttons or in a select. Panels beyond {@link
 * mostOnOneMessage} are left out.
 */
export function panelMessage(
  panel: ShownPanel,
  joined: readonly ShownPanel[] = [],
  ids: ControlIds = noIds,
): PanelMessage {
  const { design } = panel
  const shown = [panel, ...joined].slice(0, mostOnOneMessage)
  const buttons = (): MessageButton[] =>
    shown.map(({ id, design: own }) => ({
      type: 2,
      style: styles[own.button_style],
      ...face(own.button_emoji, own.button_label, longestLabel),
      custom_id: ids.button(id),
    }))
  const select = (): MessageSelect => ({
    type: 3,
    custom_id: ids.select(panel.id),
    placeholder: 'What is it about?',
    options: shown.map(({ id, design: own }) => {
      const { label = own.title, emoji } = face(own.button_emoji, own.button_label, 100)
      const description = cut(own.title.trim(), 100)
      return {
        label,
        value: id,
        ...(description !== label && { description }),
        ...(emoji && { emoji }),
      }
    }),
  })
  const written = fitEmbeds(panelEmbeds(design, 'panel'))
  const embeds = written.length === 0 ? [{ title: design.title }] : written
  const isSelect = design.offered_as === 'select' && shown.length > 1
  return { embeds, components: isSelect ? [{ type: 1, components: [select()] }] : inRows(buttons()) }
}
