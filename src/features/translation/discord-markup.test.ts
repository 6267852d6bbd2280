import type { Guild } from 'discord.js'
import { expect, test } from 'vitest'
import { longestText } from './contract.ts'
import { withPlaceholders } from './discord-markup.ts'
import { translateInto } from './translate.ts'

const names = (all: Record<string, string>) =>
  new Map(Object.entries(all).map(([id, name]) => [id, { name, displayName: name }]))
// Only the parts that are needed.
const guild = {
  roles: { cache: names({ '5': 'Potters' }) },
  members: { cache: names({ '10': 'Mara', '11': 'x <@1> @everyone' }) },
  client: { users: { cache: names({ '12': 'Gone' }) } },
} as unknown as Guild

test('mentioned users and roles are named, and unknown ones stay mentions', () => {
  const { text, restored } = withPlaceholders(guild, '<@10> <@&5> <@!12> <@13> <#14>')
  expect(text).toBe('<@1> <@2> <@3> <@4> <@5>')
  expect(restored('<@1> < @ 2 > <@3> <@4> <@5>')).toBe('@Mara @Potters @Gone <@13> <#14>')
})

test('neither a name nor text made up by a service mentions anybody', () => {
  const { restored } = withPlaceholders(guild, '<@10> <@11>')
  const shown = restored('<@2> <@7> [x](https://evil.example) @here')
  expect(shown).not.toMatch(/@Mara|<@\d|@everyone|@here|\]\(/)
  expect(shown).toContain('x ')
})

test('a service is sent no more of a text than it accepts', async () => {
  const sent: string[] = []
  const provider = {
    host: 'translate.example',
    languages: () => Promise.resolve([]),
    translate(text: string) {
      sent.push(text)
      return Promise.resolve({ text, source: 'de' })
    },
  }
  const french = { code: 'fr', name: 'French' }
  await translateInto(provider, guild, `  ${'🏺'.repeat(longestText + 5)}`, [french], [french])
  expect(sent).toEqual(['🏺'.repeat(longestText)])
})
