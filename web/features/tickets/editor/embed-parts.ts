import { colourPresets } from '#features/tickets/panels/contract.ts'
import { type MessageParts, textParts } from '#web/app/message/editor/context.ts'

/** A panel's embeds have no text above them. */
export const panelParts: MessageParts = {
  ...textParts,
  content: undefined,
  fewestEmbeds: 1,
  title: 'Panel title',
  colors: colourPresets,
}
export const openingParts: MessageParts = { ...panelParts, content: 'Welcome message', title: textParts.title }
