import { type APIEmbed, ComponentType, type Interaction } from 'discord.js'
import { colours } from '#kit/notices.ts'

/** How many characters of text fit into an embed next to the sentence; a longer text is attached as a file. */
const longestShown = 3000

/** The texts that somebody typed into a modal, in order; none for other interactions. */
function typedIn(press: Interaction): string[] {
  if (!press.isModalSubmit()) return []
  return [...press.fields.fields.values()].flatMap(field =>
    field.type === ComponentType.TextInput && field.value.trim() !== '' ? [field.value] : [],
  )
}

/**
 * Returns what somebody typed into a modal that was refused, for them to copy: Discord closes a modal however it is
 * answered, and the text that took them a quarter of an hour would be lost.
 */
export function modalTexts(press: Interaction): { embeds: APIEmbed[]; files: { name: string; attachment: Buffer }[] } {
  const text = typedIn(press).join('\n\n')
  if (text === '') return { embeds: [], files: [] }
  if (text.length > longestShown || text.includes('```'))
    return { embeds: [], files: [{ name: 'what-you-wrote.txt', attachment: Buffer.from(text) }] }
  const description = `\`\`\`\n${text}\n\`\`\``
  return { embeds: [{ color: colours.brand, title: 'What you wrote', description }], files: [] }
}
