import { type MessageDraft, messageDraft } from '#kit/message/contract.ts'
import { charactersOf } from '#kit/message/limits/contract.ts'
import { cut } from '#kit/template.ts'
import { walkComponents } from '#kit/message/components/contract.ts'
import { type Sender, sender } from './sender/contract.ts'

/** Reads a stored message leniently: one that the schema no longer accepts becomes empty instead of causing errors. */
export const storedMessage = (value: unknown): MessageDraft => messageDraft.catch(messageDraft.parse({})).parse(value)
export const storedSender = (value: unknown): Sender => sender.catch(null).parse(value)

const longestSummary = 120

/** The first words of a message, for lists. */
export function summaryOf({ kind, content, embeds, layout, attachments }: MessageDraft): string {
  const first = embeds.find(embed => charactersOf(embed) > 0)
  const texts =
    kind === 'components'
      ? [...walkComponents(layout, '')].flatMap(({ component }) => ('content' in component ? component.content : []))
      : [content, first?.title, first?.description, first?.author.name, ...(first?.fields ?? []).map(one => one.name)]
  const text = texts.find(one => one !== undefined && one.trim() !== '') ?? attachments[0]?.filename ?? ''
  return cut(text.replaceAll(/\s+/gu, ' ').trim(), longestSummary)
}
