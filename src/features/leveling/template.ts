import { intended, render, type TemplateValues } from '#kernel/template.ts'

/** Discord's longest message, in characters. */
const longest = 2000

export interface LevelUp {
  member: { id: string; name: string; username: string }
  server: { name: string; members: number }
  level: number
}

/** What the page lists for copying, in the specification's order, with what each stands for. */
export const placeholders = [
  { token: '{member:mention}', meaning: 'mentions the member' },
  { token: '{member:tag}', meaning: 'username of the member' },
  { token: '{member:name}', meaning: 'name of the member in this server' },
  { token: '{member}', meaning: 'mentions the member' },
  { token: '{username}', meaning: 'username of the member' },
  { token: '{user}', meaning: 'mentions the member' },
  { token: '{level}', meaning: 'the level reached' },
  { token: '{server}', meaning: 'name of this server' },
  { token: '{count}', meaning: 'number of members in this server' },
  { token: '\\n', meaning: 'begins a new line' },
] as const

function valuesOf({ member, server, level }: LevelUp): TemplateValues {
  const mention = intended(`<@${member.id}>`)
  return {
    member: mention,
    user: mention,
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
