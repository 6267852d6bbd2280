import { z } from 'zod'
import type { RecordedMessage } from '../../record/recorded-message.ts'

const embed = z
  .object({
    title: z.string().optional(),
    url: z.string().optional(),
    description: z.string().optional(),
    color: z.number().optional(),
    author: z.object({ name: z.string() }).optional(),
    footer: z.object({ text: z.string() }).optional(),
    fields: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  })
  .catch({ fields: [] })
export type ShownEmbed = z.output<typeof embed>

/** Returns the texts of a message's embeds. */
export const embedsOf = ({ parts }: Pick<RecordedMessage, 'parts'>): ShownEmbed[] =>
  parts.embeds.map(one => embed.parse(one))

const component: z.ZodType<{
  label?: string | undefined
  content?: string | undefined
  placeholder?: string | undefined
  components?: unknown[] | undefined
  accessory?: unknown
}> = z
  .object({
    label: z.string().optional(),
    content: z.string().optional(),
    placeholder: z.string().optional(),
    components: z.array(z.unknown()).optional(),
    accessory: z.unknown().optional(),
  })
  .catch({})

/** How deep components are read; Discord nests them at most four levels deep. */
const deepest = 6

/** Returns the words on a message's buttons and in its layout, in order. */
export function componentTexts(components: readonly unknown[], depth = 0): string[] {
  if (depth > deepest) return []
  return components.flatMap(value => {
    const { label, content, placeholder, components: inner = [], accessory } = component.parse(value)
    const own =
      content ?? (label !== undefined ? `[${label}]` : placeholder === undefined ? undefined : `[${placeholder}]`)
    return [
      ...(own === undefined ? [] : [own]),
      ...componentTexts(accessory === undefined ? inner : [...inner, accessory], depth + 1),
    ]
  })
}

/** Discord's types of messages that people write, and of replies to commands. */
const written: ReadonlySet<number> = new Set([0, 19, 20, 23])

const systemTexts: Readonly<Record<number, string>> = {
  1: 'added somebody',
  2: 'removed somebody',
  4: 'changed the channel’s name',
  6: 'pinned a message',
  7: 'joined the server',
  18: 'started a thread',
  21: 'started this thread',
}

/** Returns the text of Discord's own system messages; undefined for a message that somebody wrote. */
export const systemText = ({ parts: { type } }: Pick<RecordedMessage, 'parts'>): string | undefined =>
  written.has(type) ? undefined : (systemTexts[type] ?? 'did something here')

/** Formats a moment in the same way for every reader of the file: '2026-11-21 10:12 UTC'. */
export const momentText = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

export const forgotten = 'Somebody who asked to be forgotten'
