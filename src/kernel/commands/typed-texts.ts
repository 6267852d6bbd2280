import { type APIEmbed, ComponentType, type Interaction } from 'discord.js'
import { colours } from '#kit/notices.ts'

/** What an embed has room for beside the sentence; what is longer is a file. */
const longestShown = 3000

/** The texts that somebody typed in a dialog, in its order; none for other presses. */
function typedIn(press: Interaction): string[] {
  if (!press.isModalSubmit()) return []
  return [...press.fields.fields.values()].flatMap(field =>
    field.type === ComponentType.TextInput && field.value.trim() !== '' ? [field.value] : [],
  )
}

/**
 * What somebody typed in a dialog that was refused, for them to copy: Discord closes a dialog however it is answered, and
 * with it goes what took them a quarter of an hour.
 */
export function typedBack(press: Interaction): { embeds: APIEmbed[]; files: { name: string; attachment: Buffer }[] } {
  const text = typedIn(press).join('\n\n')
  if (text === '') return { embeds: [], files: [] }
  if (text.length > longestShown || text.includes('```'))
    return { embeds: [], files: [{ name: 'what-you-wrote.txt', attachment: Buffer.from(text) }] }
  const description = `\`\`\`\n${text}\n\`\`\``
  return { embeds: [{ color: colours.brand, title: 'What you wrote', description }], files: [] }
}
