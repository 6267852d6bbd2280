import { fitEmbeds, type SentEmbed } from '#kit/message/fitting/template.ts'
import { cut } from '#kit/template.ts'
import type { PanelDesign } from './contract.ts'
import { panelEmbeds } from './embeds/contract.ts'

/**
 * What a panel and its tickets look like in Discord. It knows no service, so that a preview in the browser shows what
 * is posted.
 */

/** An emoji of Discord's own, or one of a server. */
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

/** A message as Discord's API takes it. */
export interface PanelMessage {
  embeds: SentEmbed[]
  components: MessageRow[]
}

/** Discord's: characters of a button's label. */
export const longestLabel = 80
/** Discord's: five buttons in a row, five rows; as many options has a select. */
const buttonsInRow = 5
export const mostOnOneMessage = 25

const styles = { primary: 1, secondary: 2, success: 3, danger: 4 } as const

/**
 * What a button or an option shows. Two letters are no emoji: they are put before the label instead.
 * @param most characters of a label
 */
export function face(emoji: string, label: string, most: number): { label?: string; emoji?: ButtonEmoji } {
  const text = emoji.trim()
  const [, animated, name, id] = /^<(a?):(\w{2,32}):(\d{17,20})>$/.exec(text) ?? []
  const known = id && name ? { id, name, ...(animated && { animated: true }) } : undefined
  // A heart, for one, is an emoji only with the sign that says so.
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

/** In a preview nothing is pressed. */
const noIds: ControlIds = { button: id => `preview-${id}`, select: id => `preview-${id}` }

const inRows = (buttons: MessageButton[]): MessageRow[] =>
  Array.from({ length: Math.ceil(buttons.length / buttonsInRow) }, (_, row) => ({
    type: 1,
    components: buttons.slice(row * buttonsInRow, (row + 1) * buttonsInRow),
  }))

/**
 * The message that a panel is posted as, with those that are joined to it, as buttons or in a select; beyond
 * {@link mostOnOneMessage} none is shown.
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
