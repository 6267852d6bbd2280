import { expect, test } from 'vitest'
import { z } from 'zod'
import { embeds } from './embeds.ts'

const form = z.object({ embeds })
const refused = (list: unknown) =>
  form.safeParse({ embeds: list }).error?.issues.map(issue => `${issue.path.join('.')} ${issue.message}`)
const of = (length: number) => 'x'.repeat(length)

test('an embed within every limit is accepted', () => {
  const fields = Array.from({ length: 25 }, () => ({ name: of(2), value: of(10), inline: true }))
  const list = [{ title: of(256), description: of(4096), footer: { text: of(900) }, author: { name: of(256) }, fields }]
  expect(refused(list)).toBeUndefined()
})

test.each([
  [{ title: of(257) }, 'embeds.0.title'],
  [{ description: of(4097) }, 'embeds.0.description'],
  [{ fields: [{ name: of(257), value: 'v' }] }, 'embeds.0.fields.0.name'],
  [{ fields: [{ name: 'n', value: of(1025) }] }, 'embeds.0.fields.0.value'],
  [{ fields: [{ name: ' ', value: 'v' }] }, 'embeds.0.fields.0.name'],
  [{ fields: Array.from({ length: 26 }, () => ({ name: 'n', value: 'v' })) }, 'embeds.0.fields'],
  [{ title: 't', footer: { text: of(2049) } }, 'embeds.0.footer.text'],
  [{ title: 't', author: { name: of(257) } }, 'embeds.0.author.name'],
  [{ title: 't', url: 'javascript:alert(1)' }, 'embeds.0.url'],
  [{ image: { url: 'data:image/png;base64,AAAA' } }, 'embeds.0.image.url'],
  [{ title: 't', color: 0x1_00_00_00 }, 'embeds.0.color'],
  [{ title: 't', timestamp: 'yesterday' }, 'embeds.0.timestamp'],
  [{}, 'embeds.0.description'],
])('%o is refused', (embed, place) => {
  expect(refused([embed])?.[0]).toContain(`${place} `)
})

test('all embeds of a message share six thousand characters', () => {
  expect(refused([{ description: of(3000) }, { description: of(3000) }])).toBeUndefined()
  expect(refused([{ description: of(3000) }, { description: of(3000), title: 'x' }])).toEqual([
    'embeds.0 Embed size exceeds maximum size of 6000',
    'embeds.1 Embed size exceeds maximum size of 6000',
  ])
})

test('there are ten embeds at most', () => {
  expect(refused(Array.from({ length: 11 }, () => ({ title: 't' })))?.[0]).toContain('embeds ')
})
