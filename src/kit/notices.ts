import type { APIEmbed } from 'discord.js'
import { cut, messageLimits } from './template.ts'

/** Colours of the bot's own embeds. */
export const colours = { brand: 0x068add, success: 0x00a56a, error: 0xd61a3c, warning: 0xf7e919 } as const

/** One sentence in an embed whose color shows the outcome. */
const notice =
  (color: number) =>
  (description: string): { embeds: APIEmbed[] } => ({ embeds: [{ color, description }] })

export const success = notice(colours.success)
export const failure = notice(colours.error)

/** The embeds of an answer as plain text, for channels where the bot may not embed. */
export function embedsAsText(embeds: readonly APIEmbed[]): string {
  const lines = embeds
    .flatMap(({ title, description, fields, footer }) => [
      title && `**${title}**`,
      description,
      ...(fields ?? []).map(({ name, value }) => `**${name}**: ${value}`),
      footer?.text,
    ])
    .filter(Boolean)
  return cut(lines.join('\n'), messageLimits.content)
}
