import { type MemberFacts, type ServerFacts, commonNames, commonValues, cut, longest, render } from '#kit/template.ts'

interface LevelUp {
  member: MemberFacts
  server: ServerFacts
  level: number
}

/** The specification's placeholders, in its order; every other placeholder that templates know works too. */
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

/** Those and every other. */
export const knownNames = [...commonNames, 'level']

/** The level-up message as it is sent; cut where Discord would refuse it. */
export const levelUpText = (template: string, { member, server, level }: LevelUp): string =>
  cut(render(template, { ...commonValues(member, server), level }).trim(), longest.content)
