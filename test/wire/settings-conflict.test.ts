// @module-tag long
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import moderationContract from '#features/moderation/contract.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import type { Visitor } from '#test/visitor.ts'

/** Two administrators at once: nobody overwrites a change that the other made after they loaded the page. */
let harness: Harness
let owner: Visitor
let admin: Visitor
beforeAll(async () => {
  harness = await createHarness()
  owner = await harness.signIn('owner')
  admin = await harness.signIn('admin')
})
afterAll(() => harness.close())

const at = () => `/api/guild/${harness.guildId}/basic`
const post = (who: Visitor, body: Record<string, unknown>) => who.call('POST', at(), body)
interface Shown {
  revision: number
  guild: { max_warn: number; modlog_channel: string | null; moderation: Record<string, unknown> }
}
const load = async (who: Visitor) => (await who.call('GET', at())).body as Shown
const moderation = (revision: number | undefined, body: Record<string, unknown>) => ({
  modUpdate: true,
  ...(revision !== undefined && { revision }),
  ...body,
})

beforeEach(async () => {
  const usual = { max_warnings: 3, warn_expiry_days: 0, appeal_text: '', modlog_channel: '', reason_templates: [] }
  await post(owner, moderation(undefined, usual))
})

test('a value that both changed is refused with its author, the time and both values, and nothing is stored', async () => {
  const { revision } = await load(owner)
  expect((await post(admin, moderation(revision, { max_warnings: 5 }))).status).toBe(200)
  const answer = await post(owner, moderation(revision, { max_warnings: 4, appeal_text: 'Write to us.' }))
  expect(answer).toMatchObject({
    status: 409,
    body: {
      success: false,
      code: 'settings.conflict',
      error: 'Somebody else has changed this in the meantime: Warning threshold. Nothing was saved.',
    },
  })
  const { conflict } = answer.body as { conflict: { revision: number; fields: object[]; joined: object[] } }
  const now = await load(owner)
  expect(conflict.revision).toBe(now.revision)
  expect(conflict.fields).toEqual([
    {
      key: 'max_warnings',
      label: 'Warning threshold',
      by: expect.objectContaining({ userId: harness.as('admin').userId, name: expect.any(String), via: 'dashboard' }),
      at: expect.any(Number),
      was: 3,
      theirs: 5,
      yours: 4,
    },
  ])
  expect(now.guild).toMatchObject({ max_warn: 5, moderation: { appeal_text: '' } })
  const chosen = moderation(conflict.revision, { max_warnings: 4, appeal_text: 'Write to us.' })
  expect((await post(owner, chosen)).status).toBe(200)
  expect((await load(owner)).guild).toMatchObject({ max_warn: 4, moderation: { appeal_text: 'Write to us.' } })
})

test('a value that only one of them changed is saved, whoever comes later', async () => {
  const { revision } = await load(owner)
  expect((await post(admin, moderation(revision, { warn_expiry_days: 30 }))).status).toBe(200)
  expect((await post(owner, moderation(revision, { max_warnings: 4 }))).status).toBe(200)
  expect((await load(owner)).guild).toMatchObject({ max_warn: 4, moderation: { warn_expiry_days: 30 } })
})

test('a refusal also tells what only one of them changed, which needs no choice', async () => {
  const { revision } = await load(owner)
  await post(admin, moderation(revision, { max_warnings: 5, warn_expiry_days: 30 }))
  const answer = await post(owner, moderation(revision, { max_warnings: 4, appeal_text: 'Write to us.' }))
  const { conflict } = answer.body as { conflict: { fields: object[]; joined: object[] } }
  expect(conflict.fields).toMatchObject([{ key: 'max_warnings' }])
  expect(conflict.joined).toEqual([
    {
      key: 'warn_expiry_days',
      label: expect.any(String),
      by: expect.objectContaining({ userId: harness.as('admin').userId }),
      was: 0,
      becomes: 30,
    },
    { key: 'appeal_text', label: expect.any(String), by: null, was: '', becomes: 'Write to us.' },
  ])
})

test('the same value twice, and a value that was changed back, are no conflict', async () => {
  const { revision } = await load(owner)
  expect((await post(admin, moderation(revision, { max_warnings: 5 }))).status).toBe(200)
  expect((await post(owner, moderation(revision, { max_warnings: 5 }))).status).toBe(200)
  expect((await post(admin, moderation(undefined, { max_warnings: 3 }))).status).toBe(200)
  expect((await post(owner, moderation(revision, { max_warnings: 7 }))).status).toBe(200)
})

test('a channel by name, and lists, are compared by their meaning', async () => {
  const { revision } = await load(owner)
  const spam = { name: 'spam', text: 'Spam.' }
  const rude = { name: 'rude', text: 'Be kind.' }
  expect(
    (await post(admin, moderation(revision, { modlog_channel: 'mod-log', reason_templates: [spam] }))).status,
  ).toBe(200)
  const same = { modlog_channel: '#mod-log', reason_templates: [spam] }
  expect((await post(owner, moderation(revision, same))).status).toBe(200)
  const other = await post(owner, moderation(revision, { modlog_channel: 'general', reason_templates: [rude] }))
  expect(other).toMatchObject({
    status: 409,
    body: {
      conflict: {
        fields: [
          { key: 'modlog_channel', theirs: harness.channel('mod-log'), yours: harness.channel('general') },
          { key: 'reason_templates', was: [], theirs: [spam], yours: [rude] },
        ],
      },
    },
  })
})

test('whoever was faster than themselves is not called somebody else', async () => {
  const { revision } = await load(owner)
  await post(owner, moderation(revision, { max_warnings: 5 }))
  const answer = await post(owner, moderation(revision, { max_warnings: 4 }))
  expect(answer).toMatchObject({
    status: 409,
    body: { error: 'You have changed this elsewhere in the meantime: Warning threshold. Nothing was saved.' },
  })
})

test('a change by command counts like one on a page', async () => {
  const { revision } = await load(owner)
  await harness.answerTo(await harness.as('admin').say(harness.channel('general'), '.modlog #mod-log'))
  const answer = await post(owner, moderation(revision, { modlog_channel: 'general' }))
  expect(answer).toMatchObject({ status: 409, body: { conflict: { fields: [{ by: { via: 'command' } }] } } })
})

test('without a revision the last one wins, as documented clients expect', async () => {
  expect((await post(admin, moderation(undefined, { max_warnings: 5 }))).status).toBe(200)
  expect((await post(owner, moderation(undefined, { max_warnings: 4 }))).status).toBe(200)
  expect((await load(owner)).guild.max_warn).toBe(4)
})

test('an invalid revision is refused', async () => {
  for (const revision of ['1', -1, 1.5, null, {}])
    expect(await post(owner, { ...moderation(undefined, { max_warnings: 4 }), revision })).toMatchObject({
      status: 400,
      body: { code: 'http.invalid', fields: { revision: expect.any(String) } },
    })
  expect((await load(owner)).guild.max_warn).toBe(3)
})

test('a revision above the newest is refused, for a form and for undoing, since nothing would count as newer', async () => {
  const { revision } = await load(owner)
  const answer = await post(owner, moderation(revision + 1, { max_warnings: 4 }))
  expect(answer).toMatchObject({ status: 400, body: { code: 'settings.revision' } })
  expect(await load(owner)).toMatchObject({ revision, guild: { max_warn: 3 } })
  const undoing = `/api/guild/${harness.guildId}/history/${revision}/restore`
  const { fields } = (await owner.call('GET', undoing)).body as { fields: { key: string }[] }
  const keys = fields.map(({ key }) => key)
  expect(await owner.call('POST', undoing, { revision: 1e9, keys })).toMatchObject({
    status: 400,
    body: { code: 'settings.revision' },
  })
  expect((await load(owner)).revision).toBe(revision)
})

describe('changes that are no longer stored', () => {
  const notes = (letter: string) =>
    Array.from({ length: 25 }, (_, place) => ({ name: `${letter}${place}`, text: letter.repeat(400) }))
  /** Makes so many large changes that older ones are deleted. */
  const prune = () => {
    for (let round = 0; round < 300; round++)
      harness.product.services.settings.write(
        harness.guildId,
        moderationContract,
        { reasonTemplates: notes(round % 2 === 0 ? 'a' : 'b') },
        { userId: harness.as('admin').userId, via: 'dashboard' },
      )
  }

  test('of one feature cause no question about another, or about fields that nobody changed', async () => {
    const { revision } = await load(owner)
    prune()
    expect((await post(owner, moderation(revision, { appeal_text: `Write at ${revision}.` }))).status).toBe(200)
    const levels = { statsUpdate: true, ranking: 'on', revision }
    expect((await post(owner, levels)).status).toBe(200)
  })

  test('count as changed: a page that was loaded before them overwrites nothing unasked', async () => {
    const { revision } = await load(owner)
    await post(admin, moderation(revision, { max_warnings: 5 }))
    prune()
    const kept = harness.product.services.settings.history(harness.guildId, { limit: 5000 })
    expect(kept.map(({ id }) => id)).not.toContain(revision + 1)
    const answer = await post(owner, moderation(revision, { max_warnings: 4, appeal_text: 'Write to us.' }))
    expect(answer).toMatchObject({ status: 409, body: { code: 'settings.conflict' } })
    const { conflict } = answer.body as { conflict: { revision: number; fields: Record<string, unknown>[] } }
    expect(conflict.fields).toEqual([
      expect.objectContaining({
        key: 'max_warnings',
        theirs: 5,
        yours: 4,
        by: expect.objectContaining({ name: 'Somebody' }),
      }),
    ])
    for (const field of conflict.fields) expect(field).not.toHaveProperty('was')
    expect((await load(owner)).guild.max_warn).toBe(5)
    // A value that equals the stored one needs no choice, whenever the page was loaded.
    expect((await post(owner, moderation(revision, { max_warnings: 5 }))).status).toBe(200)
    expect((await post(owner, moderation(conflict.revision, { max_warnings: 4 }))).status).toBe(200)
  })
})

test('a page that was loaded before any change is compared with the defaults', async () => {
  const fresh = await createHarness()
  try {
    const { settings } = fresh.product.services
    const visitor = await fresh.signIn('owner')
    const save = (body: object) =>
      visitor.call('POST', `/api/guild/${fresh.guildId}/basic`, { modUpdate: true, revision: 0, ...body })
    settings.write(fresh.guildId, moderationContract, { maxWarn: 5 }, { userId: null, via: 'test' })
    expect((await save({ appeal_text: 'Write to us.' })).status).toBe(200)
    expect(await save({ max_warnings: 4 })).toMatchObject({
      status: 409,
      body: { conflict: { fields: [{ key: 'max_warnings', was: 3, theirs: 5, yours: 4 }] } },
    })
  } finally {
    await fresh.close()
  }
})
