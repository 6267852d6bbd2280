import type { APIEmbed } from 'discord.js'
import type { RightName } from '#contract'
import { formatDuration } from '#kit/duration.ts'
import { isRight } from '../access.ts'
import { type Command, type CommandGroup, isGroup, type Option } from '../feature.ts'
import { colours } from '#kit/notices.ts'
import { listed, permissionName } from '#kit/permissions.ts'

const mostChoicesShown = 6

function shape(name: string, { choices, required }: Option): string {
  const inside = choices && choices.length <= mostChoicesShown ? choices.join('|') : name
  return required ? `<${inside}>` : `[${inside}]`
}

/** `.timeout <member> <duration> [reason]`; `start` is the prefix, or `/`. */
export const usageOf = (start: string, path: string, { options = {} }: Command): string =>
  [`${start}${path}`, ...Object.entries(options).map(([name, option]) => shape(name, option))].join(' ')

/** Every way to write a command: one line, or one for each subcommand. */
const usagesOf = (start: string, name: string, definition: Command | CommandGroup): string[] =>
  isGroup(definition)
    ? Object.entries(definition.subcommands).map(([word, sub]) => usageOf(start, `${name} ${word}`, sub))
    : [usageOf(start, name, definition)]

/** The examples of a command and its subcommands, each as a whole line. */
export const examplesOf = (start: string, name: string, definition: Command | CommandGroup): string[] => {
  const own = (definition.examples ?? []).map(example => `${start}${name} ${example}`.trimEnd())
  if (!isGroup(definition)) return own
  const subs = Object.entries(definition.subcommands).flatMap(([word, sub]) =>
    examplesOf(start, `${name} ${word}`, sub),
  )
  return [...own, ...subs]
}

/** The needs of a command in readable words: 'Manage Server'. @param titleOf returns the title of a right, if known */
export const readableNeeds = (
  needs: NonNullable<Command['needs']>,
  titleOf: (right: RightName) => string = right => `the right ${right}`,
): string[] =>
  needs.map(need => {
    if (need === 'owner') return 'server owner'
    if (need === 'operator') return 'bot operator'
    return isRight(need) ? titleOf(need) : permissionName(need)
  })

const code = (lines: readonly string[]) => `\`\`\`\n${lines.join('\n')}\n\`\`\``

/**
 * Builds the embed that explains how to use a command, with the problem of a failed call if there was one.
 * @param start the prefix as typed, or `/`
 * @param path the command, or `group subcommand`
 * @param more.titleOf returns the title of a right, if known
 */
export function usageEmbed(
  start: string,
  path: string,
  definition: Command | CommandGroup,
  { problem, titleOf }: { problem?: string; titleOf?: (right: RightName) => string } = {},
): APIEmbed {
  const options = isGroup(definition) ? [] : Object.entries(definition.options ?? {})
  const examples = examplesOf(start, path, definition).slice(0, 5)
  const needs = readableNeeds(definition.needs ?? [], titleOf)
  const also = [
    ...(definition.aliases ?? []),
    ...Object.entries(definition.aliasesWith ?? {}).map(([word, option]) => `${word} (with ${option})`),
    ...Object.entries((isGroup(definition) && definition.shortcuts) || {}).map(([word, sub]) => `${word} (${sub})`),
  ]
  const facts = [
    also.length > 0 ? `Also: ${also.join(', ')}` : '',
    needs.length > 0 ? `Needs: ${listed(needs)}` : '',
    definition.cooldown ? `Cooldown: ${formatDuration(definition.cooldown * 1000)}` : '',
  ].filter(Boolean)
  return {
    color: problem ? colours.warning : colours.brand,
    title: `${start}${path}`,
    description: [problem ?? definition.description, code(usagesOf(start, path, definition))].join('\n'),
    fields: [
      ...(options.length > 0
        ? [
            {
              name: 'Arguments',
              value: options.map(([name, option]) => `\`${name}\` ${option.description}`).join('\n'),
            },
          ]
        : []),
      ...(examples.length > 0 ? [{ name: 'Examples', value: code(examples) }] : []),
    ],
    ...(facts.length > 0 && !problem && { footer: { text: facts.join(' · ') } }),
  }
}
