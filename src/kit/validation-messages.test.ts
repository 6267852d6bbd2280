import { expect, test } from 'vitest'
import { z } from 'zod'
import { field, entriesDescribedAs } from '#contract'
import { fieldSentences, sentenceFor } from './validation-messages.ts'

test('a refusal calls a field by its label, and says the key that a program sends', () => {
  const schema = z.strictObject({
    action: field.choice('Action', [
      { value: 'KICK', label: 'Kick' },
      { value: 'BAN', label: 'Ban' },
    ]),
    levelup_message: field.text('Level-up message', { max: 10 }).default('hello'),
    roles: z.record(z.string(), z.object({ name: field.text('Name of the role', { max: 5 }) })),
    rows: entriesDescribedAs(z.array(z.object({ of: z.string() })).meta({ title: 'Rows' }), () => ''),
    plain: z.number(),
  })
  const given = { action: 'KILL', levelup_message: 5, roles: { x: { name: 6 } }, rows: [{}], plain: 'x' }
  const { error } = schema.safeParse(given, { error: sentenceFor(schema) })
  expect(error && fieldSentences(error)).toEqual({
    action: 'Action (action) must be one of KICK, BAN.',
    levelup_message: 'Level-up message (levelup_message) must be text.',
    'roles.x.name': 'Name of the role (name) must be text.',
    'rows.0.of': '"of" is missing.',
    plain: '"plain" must be a number.',
  })
})
