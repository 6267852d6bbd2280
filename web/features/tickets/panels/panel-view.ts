import type { Panel, PanelDesign } from '#features/tickets/panels/contract.ts'
import { panelEmbeds } from '#features/tickets/panels/embeds/contract.ts'
import type { PanelMessage } from '#features/tickets/panels/template.ts'
import type { Preview } from '#web/app/preview/use-preview.ts'
import { hexColour, type MessageView } from '#web/ui/discord/model.ts'

/** A filled template as a message of the bot. @param id unique for each message on the page */
export const asMessage = (
  { bot, timestamp }: Pick<Preview, 'bot' | 'timestamp'>,
  id: string,
  message: Partial<PanelMessage> & { content?: string },
): MessageView => ({
  id,
  author: bot,
  timestamp,
  ...message,
  components: message.components ?? [],
})

/** Whether a panel's message is in Discord: not if somebody deleted it there. */
export const isDeployed = ({ message_id, message_missing }: Pick<Panel, 'message_id' | 'message_missing'>): boolean =>
  message_id !== null && !message_missing

/** The color of its message; none if the typed text is not a valid color. */
export function drawnColour(design: PanelDesign): string | undefined {
  const color = panelEmbeds(design, 'panel')[0]?.color ?? null
  return color === null ? undefined : hexColour(color)
}
