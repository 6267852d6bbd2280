import { afterAll, describe, expect, test } from 'vitest'
import { createDelegatedAccess } from '#test/delegated-access.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

const { app, owner, admin, helper, helperId, at, give, take, status, grants, role } = await createDelegatedAccess()
afterAll(() => app.close())

const cards = async () =>
  ((await helper.call('GET', '/api/user')).body as { data: { guilds: { id: string }[] } }).data.guilds.map(
    ({ id }) => id,
  )
const save = { modUpdate: true, appeal_text: 'Write to us.' }

describe('what the owner grants a member', () => {
  test('view: the feature can be read, nothing can be changed, and nothing else is shown', async () => {
    expect(await status('GET', 'moderation/cases')).toBe(403)
    expect(await cards()).not.toContain(app.guildId)
    expect((await give({ feature: 'moderation', level: 'view' })).status).toBe(200)
    expect(await cards()).toContain(app.guildId)
    expect(await status('GET', 'moderation/cases')).toBe(200)
    expect(await status('GET', 'channels')).toBe(200)
    expect(await status('POST', 'basic', save)).toBe(403)
    expect(await status('GET', 'invites/board')).toBe(403)
    expect(await status('GET', 'export')).toBe(403)
    const { guild } = (await helper.call('GET', at('basic'))).body as { guild: Record<string, unknown> }
    expect(guild).toHaveProperty('max_warn')
    expect(guild).not.toHaveProperty('prefix')
    expect(guild).not.toHaveProperty('automod')
    const readOnly = async (by: Visitor) =>
      ((await by.call('GET', at('basic'))).body as { readOnly?: string[] }).readOnly
    expect(await readOnly(helper)).toContain('modUpdate')
    expect(await readOnly(admin)).toBeUndefined()
  })

  test('manage: that feature can be changed and switched, on the page and by its command, and no other', async () => {
    expect((await give({ feature: 'moderation', level: 'manage' })).status).toBe(200)
    expect(grants()).toHaveLength(1)
    expect(await status('POST', 'basic', save)).toBe(200)
    expect(await status('PATCH', 'modules/moderation', { enabled: true })).toBe(200)
    expect(await status('PATCH', 'modules/automod', { enabled: true })).toBe(403)
    expect(await status('POST', 'basic', { automodUpdate: true, anti_links: 'on' })).toBe(403)
    const said = await app.as('member1').say(app.channel('general'), '.maxwarn limit 3')
    expect(textOf(await app.answerTo(said))).not.toContain('You need')
    const other = await app.as('member1').say(app.channel('general'), '.automod on')
    expect(textOf(await app.answerTo(other))).toContain('You need Manage Server')
  })

  test('the basics: no other module is shown, in commands or on pages', async () => {
    await give({ feature: 'general', level: 'manage' })
    const shown = async (module: string) =>
      textOf(await app.answerTo(await app.as('member1').say(app.channel('general'), `.config show ${module}`)))
    expect(await shown('general')).toContain('Bot Prefix')
    expect(await shown('automod')).toContain('Only members who were given access may do this.')
    await take('general')
  })

  test('the basics: the answer says what else is needed to decide about a command of another module', async () => {
    await give({ feature: 'general', level: 'manage' })
    const sentence = 'You need Manage Server, or access to change Auto-moderation, to decide who may use its commands.'
    const decide = (command: string) => helper.call('PATCH', at(`command-access/${command}`), { disabled: false })
    expect(await decide('automod')).toMatchObject({ status: 403, body: { error: sentence } })
    expect((await decide('ping')).status).toBe(200)
    await take('general')
  })

  test('the basics alone: another module’s switch in the same form is not saved, nor is the rest', async () => {
    await give({ feature: 'general', level: 'manage' })
    const read = async () => (await owner.call('GET', at('basic'))).body
    const before = await read()
    expect((await helper.call('GET', at('basic'))).body).toMatchObject({
      readOnly: expect.arrayContaining(['invite_tracking', 'flag_translation']),
    })
    expect(await status('POST', 'basic', { basicUpdate: true, prefix: '!', flag_translation: 'on' })).toBe(403)
    expect(await read()).toEqual(before)
    await take('general')
    await give({ feature: 'translation', level: 'manage' })
    expect(await status('POST', 'basic', { basicUpdate: true, prefix: '!' })).toBe(403)
    expect(await status('POST', 'basic', { basicUpdate: true, flag_translation: 'on' })).toBe(200)
    expect(await read()).toMatchObject({ guild: { prefix: '.', flag_translation: { enabled: true } } })
    await take('translation')
  })

  test('is reported to them, so that their pages can adapt', async () => {
    const own = (await helper.call('GET', at('own-access'))).body
    expect(own).toMatchObject({ level: 'visit', features: { moderation: 'manage', automod: 'visit' } })
    expect((await admin.call('GET', at('own-access'))).body).toMatchObject({ level: 'manage' })
  })

  test('shows them the changes of those features alone', async () => {
    await owner.call('POST', at('basic'), { basicUpdate: true, prefix: '!' })
    await owner.call('POST', at('basic'), { basicUpdate: true, prefix: '.' })
    const read = async (by: Visitor) =>
      ((await by.call('GET', at('history'))).body as { revisions: { feature: string }[] }).revisions
    expect(new Set((await read(helper)).map(({ feature }) => feature))).toEqual(new Set(['moderation']))
    expect((await read(admin)).map(({ feature }) => feature)).toContain('general')
  })

  test('ends when it is revoked', async () => {
    expect((await take('moderation')).status).toBe(200)
    expect(await status('GET', 'moderation/cases')).toBe(403)
    expect(await status('GET', 'own-access')).toBe(403)
    expect((await take('moderation')).status).toBe(404)
  })

  test('to everything equals Manage Server, but cannot be passed on', async () => {
    await give({ feature: 'all', level: 'manage' })
    expect(await status('GET', 'invites/board')).toBe(200)
    expect(await status('POST', 'basic', { basicUpdate: true, prefix: '.' })).toBe(200)
    expect(await status('GET', 'access')).toBe(200)
    expect((await give({ feature: 'automod', level: 'manage' }, helper)).status).toBe(403)
    expect((await give({ feature: 'automod', level: 'manage' }, admin)).status).toBe(403)
    expect((await take('all', admin)).status).toBe(403)
    await take('all')
  })
})

describe('what is granted to a role', () => {
  test('applies to members with the role, and ends when they lose it', async () => {
    const boss = app.as('owner')
    const roleId = await role('Greeters')
    expect((await give({ kind: 'role', id: roleId, feature: 'greetings', level: 'manage' })).status).toBe(200)
    expect(await status('GET', 'greeting')).toBe(403)
    await boss.rest('PUT', `/guilds/${app.guildId}/members/${helperId}/roles/${roleId}`)
    await until('the role to be held', async () => (await status('GET', 'greeting')) === 200)
    const listed = (await admin.call('GET', at('access'))).body
    expect(listed).toMatchObject({ grants: [{ kind: 'role', name: 'Greeters', title: 'Greetings', level: 'manage' }] })
    await boss.rest('DELETE', `/guilds/${app.guildId}/roles/${roleId}`)
    await until('the grant to go with the role', () => grants().length === 0)
    expect(await status('GET', 'greeting')).toBe(403)
  })
})
