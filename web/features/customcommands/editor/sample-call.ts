import {
  type CallFacts,
  callPlaceholders,
  filledAnswer,
  sampleWords,
} from '#features/customcommands/answering/template.ts'
import type { CommandDesign } from '#features/customcommands/design/contract.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { emptyEmbed, emptyMessage } from '#kit/message/contract.ts'
import { memberPlaceholders, serverPlaceholders } from '#kit/message/text/template.ts'
import type { Preview } from '#web/app/preview/use-preview.ts'

/** A sample call of the command by the current user, with the names of its arguments as the typed words. */
export function sampleCall(
  { member, server }: Pick<Preview, 'member' | 'server'>,
  guild: GuildCore | undefined,
  prefix: string,
  { name, arguments: list }: Pick<CommandDesign, 'name' | 'arguments'>,
): CallFacts {
  const channel = guild?.channels.find(({ type }) => type === 0)
  return {
    ...sampleWords(list),
    command: `${prefix}${name}`,
    uses: 1,
    arguments: list,
    member,
    server,
    channel: { id: channel?.id ?? '', name: channel?.name ?? 'general' },
    nameOf: (kind, id) =>
      kind === '@&'
        ? `@${guild?.roles.find(role => role.id === id)?.name ?? 'unknown role'}`
        : kind === '#'
          ? `#${guild?.channels.find(one => one.id === id)?.name ?? 'unknown'}`
          : `@${id === member.id ? member.displayName : 'somebody'}`,
  }
}

const pictures = new Set(['{member.avatar}', '{server.icon}'])

/**
 * The placeholders to offer while an answer is written, each with its value from the function that fills real answers.
 */
export function placeholderGroups(facts: CallFacts) {
  const becomes = (name: string) => {
    if (pictures.has(name)) return 'picture address'
    // A footer shows names as they are, without markdown.
    const embed = { ...emptyEmbed, footer: { text: name, icon_url: '' } }
    return filledAnswer({ ...emptyMessage, embeds: [embed] }, facts).embeds[0]?.footer.text ?? 'nothing'
  }
  const group = (label: string, names: readonly string[]) => ({
    label,
    placeholders: names.map(name => ({ name, example: becomes(name) })),
  })
  const words = facts.arguments.length === 0 ? ['{1}'] : facts.arguments.map((_, at) => `{${at + 1}}`)
  return [
    group('What was typed', [...words, ...callPlaceholders]),
    group('The person who uses it', ['{user}', ...memberPlaceholders, '{member.avatar}']),
    group('This server', serverPlaceholders),
  ]
}
