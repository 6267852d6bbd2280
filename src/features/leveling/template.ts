import {
  type MemberFacts,
  type ServerFacts,
  commonNames,
  commonValues,
  cut,
  messageLimits,
  render,
} from '#kit/template.ts'

interface LevelUp {
  member: MemberFacts
  server: ServerFacts
  level: number
}

/** The specification's placeholders, in its order; all other placeholders of templates work too. */
export const placeholders = [
  '{member:mention}',
  '{member:tag}',
  '{member:name}',
  '{member}',
  '{username}',
  '{user}',
  '{level}',
  '{server}',
  '{count}',
] as const

/** All placeholders, including those. */
export const knownNames = [...commonNames, 'level']

/** The level-up message, ready to send; cut to Discord's limit. */
export const levelUpText = (template: string, { member, server, level }: LevelUp): string =>
  cut(render(template, { ...commonValues(member, server), level }).trim(), messageLimits.content)
