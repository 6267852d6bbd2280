import { intended, render, type TemplateValues } from '#kernel/template.ts'

/** Discord's longest message, in characters. */
const longest = 2000

export interface LevelUp {
  member: { id: string; name: string; username: string }
  server: { name: string; members: number }
  level: number
}

/** The specification's placeholders, in its order; each has synonyms of the other families. */
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

function valuesOf({ member, server, level }: LevelUp): TemplateValues {
  const mention = intended(`<@${member.id}>`)
  return {
    member: member.name,
    user: member.name,
    'member.mention': mention,
    'user.mention': mention,
    'member.tag': member.username,
    'user.tag': member.username,
    username: member.username,
    'member.name': member.name,
    'user.name': member.name,
    'member.id': member.id,
    'user.id': member.id,
    level,
    server: server.name,
    'server.name': server.name,
    count: server.members,
    'server.members': server.members,
    memberCount: server.members,
  }
}

/** The level-up message as it is sent; cut where Discord would refuse it. */
export function levelUpText(template: string, levelUp: LevelUp): string {
  const characters = [...render(template, valuesOf(levelUp)).trim()]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : characters.join('')
}
