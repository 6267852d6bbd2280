import { formatDuration } from '#kit/duration.ts'
import type { Option } from '#kernel/feature.ts'

type Kind = Option['kind']

const kinds: Record<Kind, string> = {
  member: 'a member, by mention, name or ID',
  user: 'anybody, by mention, name or ID, even if not in this server',
  role: 'a role, by mention, name or ID',
  mentionable: 'a member or role, by mention, name or ID',
  channel: 'a channel, by mention, name or ID',
  attachment: 'a file',
  ids: 'people, by mention or ID',
  duration: 'a duration such as 10m, 2h or 1d',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'yes or no',
  choice: 'one of a list',
  text: 'a word, or a text in quotes',
  rest: 'a text',
}

/** The bounds in the option's own unit: 'at least 1 and at most 28'. */
function bounds({ kind, min, max }: Option): string[] {
  const sayIn: Partial<Record<Kind, (value: number) => string>> = {
    duration: formatDuration,
    text: value => `${value} characters`,
    rest: value => `${value} characters`,
    ids: value => `${value} of them`,
  }
  const say = sayIn[kind] ?? String
  if (min !== undefined && max !== undefined && say === String) return [`from ${min} to ${max}`]
  return [...(min === undefined ? [] : [`at least ${say(min)}`]), ...(max === undefined ? [] : [`at most ${say(max)}`])]
}

/** What an option accepts, in words: 'a duration such as 10m, 2h or 1d, at most 28 days'. */
export const accepted = (option: Option): string =>
  option.choices ? `one of ${option.choices.join(', ')}` : [kinds[option.kind], ...bounds(option)].join(', ')
