import { afterAll, beforeAll, expect, test } from 'vitest'
import general from './contract.ts'
import { createHarness, type Harness } from '#test/harness.ts'

let app: Harness
beforeAll(async () => {
  app = await createHarness()
})
afterAll(() => app.close())

test('a word that is not a subcommand of its group is looked up in the feature’s other groups', async () => {
  expect(await app.answer('owner', '.anti invites on')).toContain('Did you mean `.autodelete invites`?')
  expect(await app.answer('owner', '.automod spam')).toContain('Did you mean `.anti spam`?')
})

test('a command that somebody may not use is neither shown nor suggested, and the alternative is named', async () => {
  const member = await app.answer('member1', '.ticket open')
  expect(member).toContain('Members open a ticket with the button of a panel')
  expect(member).toContain('.ticket close [reason]')
  expect(member).not.toMatch(/setup|reopen|desk/)
  expect(await app.answer('owner', '.ticket open')).toContain('Did you mean reopen or `.desk open`?')
})

test('a command that the server’s own rules deny is not suggested', async () => {
  const { settings } = app.product.services
  const off = { disabled: true, allowRoles: [], denyRoles: [], allowChannels: [], denyChannels: [] }
  const rules = (commandRules: Record<string, typeof off>) =>
    settings.write(app.guildId, general, { commandRules }, { userId: null, via: 'test' })
  rules({ autodelete: off })
  const denied = await app.answer('admin', '.anti invites on')
  expect(denied).toContain('Which of these do you mean?')
  expect(denied).not.toContain('autodelete')
  rules({})
  expect(await app.answer('admin', '.anti invites on')).toContain('Did you mean `.autodelete invites`?')
})

test('a module is switched on by nobody who is not told how', async () => {
  expect(await app.answer('owner', '.ticket on')).toContain('Did you mean `.config tickets on`?')
  expect(await app.answer('member1', '.ticket on')).not.toContain('config')
})

test('.antinuke enable does what .antinuke on does, and .config leveling enable what its on does', async () => {
  expect(await app.answer('owner', '.antinuke enable')).toContain('Anti-nuke is on.')
  expect(await app.answer('owner', '.config leveling enable')).toBe('Levels: now on.')
})
